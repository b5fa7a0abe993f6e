const NAME = "wordloom.admin-token";

/**
 * The administrator's token in this browser. It is dropped with the tab, unless the administrator
 * chose to stay signed in. Never in a cookie: another site cannot abuse a token that the browser
 * does not send automatically.
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
    // Storage is refused: nothing was stored.
  }
}
