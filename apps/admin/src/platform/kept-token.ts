const NAME = "wordloom.admin-token";

/**
 * The administrator's token in this browser. It ends with the tab, unless it was asked to be
 * remembered. Never in a cookie: a token that no browser sends by itself cannot be abused by
 * another site.
 */
export function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepToken(token: string, remember: boolean): void {
  forgetToken();
  try {
    (remember ? localStorage : sessionStorage).setItem(NAME, token);
  } catch {
    // Storage is refused: the sign-in lasts as long as the page.
  }
}

export function forgetToken(): void {
  try {
    sessionStorage.removeItem(NAME);
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was kept then.
  }
}
