import { apiDebugPage } from "./api-debug-page.ts";
import { cliPage } from "./cli-page.ts";
import { codeDebugPage } from "./code-debug-page.ts";
import { errorsPage } from "./errors-page.ts";
import { processPage } from "./process-page.ts";
import { readmePage } from "./readme-scores.ts";

/** Documentation that is made from the code: file, and how to make its text from the text it has. */
export const generatedPages: Readonly<Record<string, (current: string) => Promise<string> | string>> = {
  "README.md": readmePage,
  "docs/api-debug.md": apiDebugPage,
  "docs/code-debug.md": codeDebugPage,
  "docs/process.md": processPage,
  "docs/cli.md": cliPage,
  "docs/errors.md": errorsPage,
};
