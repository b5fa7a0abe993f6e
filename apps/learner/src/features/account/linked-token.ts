/** The token of an email link. It follows the #, so that no server or proxy logs it. */
export function linkedToken(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("token") || undefined;
}
