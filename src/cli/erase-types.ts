/**
 * The JavaScript of a TypeScript source, its types erased and every other character in its place. Throws a SyntaxError
 * with file, line and column for broken syntax, and for what is more than a type (an enum, a parameter property).
 */
export async function eraseTypes(source: string, file: string): Promise<string> {
  const { transformSync } = await import("@swc/wasm-typescript");
  try {
    return transformSync(source, { mode: "strip-only", module: true }).code;
  } catch (thrown) {
    throw new SyntaxError(problemOf(thrown, file));
  }
}

/** The compiler throws objects that are no errors. Its columns count from 0. */
function problemOf(thrown: unknown, file: string): string {
  const at = (name: string): unknown => (typeof thrown === "object" && thrown ? Reflect.get(thrown, name) : undefined);
  const message = String(at("message") ?? thrown).replace(
    / is not supported in strip-only mode$/,
    " cannot simply be erased: write it in plain JavaScript",
  );
  const [line, column] = [at("startLine"), at("startColumn")];
  const place = typeof line === "number" && typeof column === "number" ? `, line ${line}, column ${column + 1}` : "";
  return `${file}${place}: ${message}`;
}
