import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { fettle: fileURLToPath(new URL("src/index.ts", import.meta.url)) } },
  test: {
    include: ["{src,examples,scripts,bench}/**/*.test.ts"],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});
