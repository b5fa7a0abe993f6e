import type { Settings } from "./settings.ts";

/**
 * The address of a screen of the web app, for mails. It comes from PUBLIC_URL alone: what a request
 * says about its host is the caller's choice, and a link made of it would lead where the caller
 * wants. PUBLIC_URL may include BASE_PATH or leave it out.
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

/** Whether mails go out that have no links, as nothing says where learners find the service. */
export function lacksLinks({
  PUBLIC_URL,
  SMTP_URL,
}: Pick<Settings, "PUBLIC_URL" | "SMTP_URL">): boolean {
  return SMTP_URL !== undefined && PUBLIC_URL === undefined;
}
