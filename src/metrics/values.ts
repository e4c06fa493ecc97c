/** What was measured at one step: numbers, and whatever says what they belong to; nested as it is meant. */
export type Values = { readonly [name: string]: number | string | boolean | null | undefined | Values };

/**
 * The numbers of `values` by path, `{ reward: { mean: 0.5 } }` as `reward/mean`. Only finite numbers: JSON has no others,
 * and a curve has no point for a text.
 */
export function scalarsOf(values: Values, path = ""): Map<string, number> {
  const found = new Map<string, number>();
  for (const [name, value] of Object.entries(values)) {
    const tag = path === "" ? name : `${path}/${name}`;
    if (typeof value === "number" && Number.isFinite(value)) found.set(tag, value);
    else if (typeof value === "object" && value !== null)
      for (const [inner, scalar] of scalarsOf(value, tag)) found.set(inner, scalar);
  }
  return found;
}
