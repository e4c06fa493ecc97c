/** Writes the documentation that is made from the code: `npm run docs`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { generatedPages } from "./pages.ts";

for (const [file, make] of Object.entries(generatedPages)) {
  const current = existsSync(file) ? readFileSync(file, "utf8") : "";
  const made = await make(current);
  if (made === current) continue;
  writeFileSync(file, made);
  console.log(`wrote ${file}`);
}
