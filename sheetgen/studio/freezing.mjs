// Runs freezing.py in Pyodide: node freezing.mjs PYODIDE TREE, for `site.py`.

import { pathToFileURL } from "node:url";

const [home, tree] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: `${home}/` });
  for (const name of ["std", "python", "project", "made"]) python.mountNodeFS(`/${name}`, `${tree}/${name}`);
  python.runPython("import sys; sys.path.append('/python')");
  python.pyimport("sheetgen.studio.freezing").freeze();
} catch (error) {
  console.error(`${error.name} ${error.message ?? ""} ${error.errno ?? ""}`);
  process.exit(1);
}
