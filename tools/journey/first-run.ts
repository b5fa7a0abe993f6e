import type { Page } from "playwright-core";

/** What a newcomer enters. */
export interface Newcomer {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/**
 * From the welcome page to the choice of a book, as a newcomer does who changes no proposal.
 *
 * @param picture  called on the first screen
 */
export async function register(
  page: Page,
  { email, username, password }: Newcomer,
  picture: (name: string) => Promise<unknown> = async () => {},
): Promise<void> {
  await page.goto("/");
  await page.waitForURL("**/welcome");
  await picture("welcome");
  await page.goto("/register");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Name").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "What would you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** From the choice of this book to the first word. */
export async function beginBook(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Start with word 1" }).click();
  await page.waitForURL("**/study");
}
