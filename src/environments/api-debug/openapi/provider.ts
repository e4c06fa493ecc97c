import { list, type RawObject, record, text } from "./document.ts";

/**
 * Who offers an API, as a short name by which splits are told apart: the provider the document names, else the domain of
 * its server (`api.acme.com`: `acme.com`), else its title, else the file's name.
 */
export function providerOf(document: RawObject, file: string): string {
  const info = record(document, "info");
  return slug(text(info, "x-providerName") ?? domain(document) ?? text(info, "title") ?? "") || slug(file) || "api";
}

function domain(document: RawObject): string | undefined {
  const host = /^https?:\/\/([a-z0-9.-]+)/i.exec(text(list(document, "servers")[0], "url") ?? "")?.[1]?.toLowerCase();
  if (host === undefined || /^[\d.]+$|^localhost$|(^|\.)example\.(com|org|net)$/.test(host)) return undefined;
  const labels = host.split(".");
  // co.uk, com.au: the name stands before both.
  const parts = (labels.at(-2)?.length ?? 0) <= 3 && labels.length > 2 ? 3 : 2;
  return labels.length < 2 ? undefined : labels.slice(-parts).join(".");
}

function slug(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
}
