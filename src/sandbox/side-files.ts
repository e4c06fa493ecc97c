import { fileURLToPath } from "node:url";

/** The folder of Python files beside this module; copied into `dist` by the build. */
export const pythonFolder = fileURLToPath(new URL("./python", import.meta.url));

/** The folder of the gated Pyodide child. */
export const pyodideFolder = fileURLToPath(new URL("./pyodide/child", import.meta.url));
