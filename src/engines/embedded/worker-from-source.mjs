// Starts `worker.ts` when Fettle runs from source (tests, tsx): a thread does not inherit the loader for TypeScript.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
