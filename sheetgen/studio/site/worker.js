// Runs sheetgen in a worker of the browser. What is saved stays in this browser.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = start();

async function start() {
  const home = new URL("./", import.meta.url);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", home).href });
  const parts = await (await fetch(new URL("parts.json", home))).json();
  const site = python.runPython("import site; site.getsitepackages()[0]");
  for (const name of parts.python) {
    const part = await (await fetch(new URL(name, home))).arrayBuffer();
    python.unpackArchive(part, "zip", { extractDir: site });
  }
  // Other sites of the same server have projects of their own.
  const project = `/at${decodeURIComponent(home.pathname)}${parts.title || "sheetgen"}`;
  python.FS.mkdirTree(project);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, project);
  await keep(python, true);
  if (!python.FS.analyzePath(`${project}/templates`).exists) {
    python.FS.mkdirTree(`${project}/templates`);
    const own = await (await fetch(new URL("project.zip", home))).arrayBuffer();
    python.unpackArchive(own, "zip", { extractDir: project });
    await keep(python, false);
  }
  python.FS.chdir(project);
  const { open_inside } = python.pyimport("sheetgen.studio.calls");
  return { python, carry: open_inside(project) };
}

function keep(python, back) {
  return new Promise((resolve) => python.FS.syncfs(back, resolve));
}

addEventListener("message", async ({ data: { id, method, path, body } }) => {
  try {
    const { python, carry } = await ready;
    const told = carry(method, path, body);
    const [status, type, bytes, name] = told.toJs();
    told.destroy();
    if (method === "POST") await keep(python, false);
    postMessage({ id, status, type, bytes, name: name ?? null });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
