import { openContext, openPage } from "@wordloom/testing/browser/pages";

/** The page of updates in a real browser, open throughout the journey. */
export interface WatchingConsole {
  /** Clicks the button that installs the newest stable release. */
  install(tag: string): Promise<void>;
  /** Opens the rollback with its list of losses, and confirms it. */
  goBack(tag: string): Promise<void>;
  /** Whether the page shows the text in time, without a reload. */
  comesToSay(text: string): Promise<boolean>;
  /** @returns errors of the page itself */
  close(): Promise<readonly string[]>;
}

const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;
/** Time for an update, its restart, and 60 s for a program that never becomes healthy. */
const WITHIN_MS = 180_000;

export async function openWatchingConsole(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<WatchingConsole> {
  const context = await openContext(url, DESK);
  const { page, faults } = await openPage(context);
  page.setDefaultTimeout(30_000);
  await page.goto("/admin/updates");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const press = (name: string) =>
    page
      .getByRole("button", { name, exact: true })
      .click()
      .catch(async (cause: unknown) => {
        const shown = await page.getByRole("main").innerText();
        throw new Error(`"${name}" cannot be pressed. The console shows:\n${shown}`, { cause });
      });
  await page.getByRole("button", { name: "Check now" }).waitFor();
  return {
    async install(tag) {
      await press("Check now");
      await press(`Install ${tag}…`);
      await press("Install now");
    },
    async goBack(tag) {
      await press(tag);
      await press(`Roll back to ${tag}…`);
      await press("Roll back now");
    },
    comesToSay: (text) =>
      page
        .getByText(text)
        .first()
        .waitFor({ timeout: WITHIN_MS })
        .then(
          () => true,
          () => false,
        ),
    async close() {
      await context.close();
      return faults;
    },
  };
}
