import type { Settings } from "./settings.ts";

/**
 * The address of a screen of the web app, for mails. It uses only PUBLIC_URL: the caller of a
 * request chooses its host, and a link built from it would lead wherever the caller wants.
 * PUBLIC_URL may include BASE_PATH or leave it out.
 *
 * @param screen  such as `/study`
 * @returns undefined if PUBLIC_URL is not set
 */
export function publicLink(
  { PUBLIC_URL, BASE_PATH }: Pick<Settings, "BASE_PATH" | "PUBLIC_URL">,
  screen: `/${string}`,
): string | undefined {
  if (PUBLIC_URL === undefined) return undefined;
  const base = BASE_PATH === "/" ? "" : BASE_PATH;
  const isIncluded = new URL(PUBLIC_URL).pathname.endsWith(base);
  return `${PUBLIC_URL}${isIncluded ? "" : base}${screen}`;
}

/** Whether the service sends mails without links, because PUBLIC_URL is not set. */
export function lacksLinks({
  PUBLIC_URL,
  SMTP_URL,
}: Pick<Settings, "PUBLIC_URL" | "SMTP_URL">): boolean {
  return SMTP_URL !== undefined && PUBLIC_URL === undefined;
}
