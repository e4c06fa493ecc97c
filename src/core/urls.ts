/**
 * A URL as messages and logs may show it: without user name, password, query and fragment, which are secrets often enough.
 * What is no URL stays as it is.
 */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}
