/** The token of a mail's link. It stands behind the #, so that no server or proxy logs it. */
export function linkedToken(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("token") || undefined;
}
