/** What the reader chose; the system's choice until then. Storage may be denied to a local file. */
const name = "fettle-theme";

export function restoreTheme(): void {
  const stored = attempt(() => localStorage.getItem(name));
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  attempt(() => localStorage.setItem(name, dataset.theme ?? ""));
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
