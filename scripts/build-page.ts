/** Bundles the page of `fettle process` into `dist`, beside the code that writes it: part of `npm run build`. */
import { fileURLToPath } from "node:url";
import { writePage } from "../src/processing/report/bundle.ts";

await writePage(fileURLToPath(new URL("../dist/processing/report/", import.meta.url)));
