"""Tests of the studio without a server: sheetgen in the browser prints what the command prints."""

import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

pytest.importorskip("playwright", reason="needs the package playwright")

from playwright.sync_api import expect

from tests.studio.browser.pyodide import FOLDER
from tests.studio.browser.window import SHIP

pytestmark = pytest.mark.whole

START = 120_000
"""Milliseconds that Python may take to start in a browser."""
BOOK = """\
book: Harbour Lights
author: A. Keeper
ships: [kestrel]
chapters: [light.md]
"""
PIXEL = (
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
    "08d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


class Quiet(SimpleHTTPRequestHandler):
    """A web server of plain files."""

    def log_message(self, *words):
        """Says nothing."""


class Site:
    """A site on a server of its own, which is another origin each time that it starts."""

    def __init__(self, folder):
        self.folder = folder
        self.start()

    def start(self, port=0):
        self.server = ThreadingHTTPServer(
            ("127.0.0.1", port), partial(Quiet, directory=str(self.folder))
        )
        self.port = self.server.server_port
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def open_site(browser, tmp_path, run_in):
    """Opens the site of a project in a browser that has never seen it."""
    if not FOLDER.is_dir() or not shutil.which("npm"):
        pytest.skip("needs Pyodide (make build/pyodide), to try the studio without a server")
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    sites, failures = [], []

    def open_site(files=None):
        for name, data in (files or {}).items():
            path = tmp_path / "fleet" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        folder = tmp_path / "site"
        if files:
            words = ("studio", "fleet", "--export", "site", "--pyodide", FOLDER.absolute())
            done = run_in(tmp_path, *words)
            assert done.status == 0, done.stderr
        sites.append(Site(folder))
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("request", lambda asked: failures.extend(check_address(asked.url, sites)))
        page.goto(f"http://127.0.0.1:{sites[-1].port}/")
        page.locator(".items h2").first.wait_for(timeout=START)
        return page, sites[-1]

    yield open_site
    context.close()
    for site in sites:
        site.stop()
    assert failures == []


def check_address(address, sites):
    """Whatever is asked of somebody else."""
    own = [f"http://127.0.0.1:{site.port}/" for site in sites]
    if not address.startswith((*own, "blob:", "data:")):
        yield address


def download(page, name):
    """The file that a button makes."""
    with page.expect_download() as made:
        page.get_by_role("button", name=name, exact=True).click()
    return made.value


COPIED = """
() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }
"""
READ = """
async () => {
  const folder = await navigator.storage.getDirectory();
  return (await (await folder.getFileHandle("kestrel.yaml")).getFile()).text();
}
"""


def take_out(page):
    """The zip of the whole project."""
    page.get_by_role("button", name="Whole project").click()
    with page.expect_download() as made:
        page.get_by_role("menuitem", name="Save it as a zip").click()
    return made.value


def take_in(page, zipped):
    """Takes a zip with another Kestrel in, and opens its print."""
    page.get_by_role("button", name="Whole project").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Take in a zip …").click()
    chooser.value.set_files(zipped)
    expect(page.get_by_role("dialog")).to_contain_text("In place of yours", timeout=START)
    expect(page.get_by_role("dialog")).to_contain_text("kestrel.yaml")
    page.get_by_role("button", name="Take in", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Kestrel", exact=True).first.click()
    expect(page.locator("[data-key=mass]")).to_have_value("7")
    page.get_by_role("button", name="Print", exact=True).click()


def copy_link(page):
    """The letters of the ship's link."""
    page.evaluate(COPIED)
    page.get_by_role("button", name="More for Kestrel").click()
    page.get_by_role("menuitem", name="Link").click()
    shown = page.get_by_role("dialog")
    expect(shown).to_contain_text("The link is copied")
    expect(shown.get_by_role("img")).to_be_visible(timeout=START)
    shown.get_by_role("button", name="Close").click()
    return page.evaluate("window.copied").partition("#")[2]


def wait_for_keeping(page):
    """Waits until the browser has the app itself."""
    for _ in range(START // 100):
        if page.evaluate("navigator.serviceWorker.controller !== null"):
            return
        page.wait_for_timeout(100)


def test_a_ship_and_a_book_are_printed_as_on_the_command_line(open_site, tmp_path, run_in):
    files = {"kestrel.yaml": SHIP, "book.yaml": BOOK, "light.md": "# The light\n\nOn.\n"}
    page, site = open_site(files)
    # The shelf and a ship are there to be read before Python is.
    page.get_by_role("link", name="Kestrel", exact=True).first.click()
    page.locator("[data-preview] svg").wait_for()
    assert page.evaluate("document.documentElement.dataset.python ?? null") is None
    page.locator("[data-key=mass]").fill("7")
    expect(page.locator(".chips")).to_contain_text("Battle", timeout=START)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".status")).to_have_text("Saved")
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".pages img").first).to_be_visible()
    # Nothing here makes pictures of dots, so nothing offers them.
    expect(page.get_by_role("button", name="PNG", exact=True)).to_have_count(0)
    made = download(page, "PDF")
    assert made.suggested_filename == "kestrel.pdf"
    (tmp_path / "fleet" / "kestrel.yaml").write_text(SHIP.replace("mass: 6", "mass: 7"), "utf-8")
    done = run_in(tmp_path / "fleet", "render", "kestrel.yaml", "-o", tmp_path / "ours.pdf")
    assert done.status == 0, done.stderr
    assert made.path().read_bytes() == (tmp_path / "ours.pdf").read_bytes()
    assert download(page, "Pieces").path().read_bytes().startswith(b"PK")

    # What was saved is still there when the page is opened again, with the network off.
    wait_for_keeping(page)
    site.stop()
    page.reload()
    page.get_by_role("link", name="Harbour Lights").click(timeout=START)
    expect(page.locator(".pages img").first).to_be_visible(timeout=START)
    made = download(page, "PDF")
    done = run_in(tmp_path / "fleet", "book", "book.yaml", "-o", tmp_path / "book.pdf")
    assert done.status == 0, done.stderr
    assert made.path().read_bytes() == (tmp_path / "book.pdf").read_bytes()

    # All of it goes as a zip to another origin, and prints the same there; a ship goes as a link.
    zipped = take_out(page).path()
    other, _ = open_site()
    take_in(other, zipped)
    made = download(other, "PDF")
    assert made.path().read_bytes() == (tmp_path / "ours.pdf").read_bytes()
    page.goto(f"http://127.0.0.1:{site.port}/#{copy_link(other)}")
    expect(page.locator(".pages img").first).to_be_visible(timeout=START)
    expect(page.locator("#panel")).to_contain_text("Nothing of it is kept yet")

    # And where the browser has folders, all goes into a real one; this one is the browser's own.
    other.evaluate("window.showDirectoryPicker = () => navigator.storage.getDirectory()")
    other.get_by_role("button", name="Whole project").click()
    other.get_by_role("menuitem", name="Save it in a folder …").click()
    expect(other.locator(".notices")).to_contain_text("files are in")
    assert "mass: 7" in other.evaluate(READ)


def test_what_a_browser_lacks_is_said_at_its_place(open_site):
    page, _ = open_site(
        {"kestrel.yaml": f"{SHIP}art: kestrel.png\n", "kestrel.png": bytes.fromhex(PIXEL)}
    )
    page.get_by_role("link", name="Kestrel", exact=True).first.click()
    note = page.locator(".desk .state")
    expect(note).to_contain_text("PNG and JPEG pictures can't be read without Pillow")
    page.locator("[data-key=art]").fill("")
    page.locator("[data-preview] svg").wait_for()
    expect(note).not_to_contain_text("Pillow")
    expect(page).to_have_title("Kestrel · fleet · sheetgen studio")
