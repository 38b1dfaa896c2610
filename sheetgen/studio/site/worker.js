// Runs sheetgen in a worker of the browser. What is saved stays in this browser.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const PROJECT = "/project";
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
  python.FS.mkdirTree(PROJECT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, PROJECT);
  await keep(python, true);
  if (!python.FS.analyzePath(`${PROJECT}/templates`).exists) {
    python.FS.mkdirTree(`${PROJECT}/templates`);
    const project = await (await fetch(new URL("project.zip", home))).arrayBuffer();
    python.unpackArchive(project, "zip", { extractDir: PROJECT });
    await keep(python, false);
  }
  python.FS.chdir(PROJECT);
  const { open_inside } = python.pyimport("sheetgen.studio.inside");
  return { python, carry: open_inside(PROJECT) };
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
