import type { Page } from "playwright-core";
import type { View } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import { newVisit, type Visit } from "@wordloom/testing/browser/visits";
import { addAdmin, type TestAccount } from "@wordloom/testing/content/accounts";

/** An administrator without a browser. */
export interface PlainAdmin extends TestAccount {
  /**
   * Calls the service as this administrator.
   * @param path  below `/api/admin`
   * @throws Error for an unsuccessful reply
   */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
}

/** An administrator with a page of the console. */
export interface AdminVisit extends PlainAdmin, Visit {}

/** Desktop size: the console is made for it, and tests request a phone explicitly. */
const DESKTOP = { width: 1440, height: 900 } as const;

let admins = 0;

/**
 * Creates an administrator, signed in with a browser context of their own. The page is at an
 * address that has no console page: the first `goto` loads the console.
 */
export async function newAdmin(
  service: TestService,
  role: "super_admin" | "admin" = "super_admin",
  view: View = {},
): Promise<AdminVisit> {
  const account = await addAdmin(service.app.deps, `operator-${(admins += 1)}`, role);
  return openConsole(service.url, account, view);
}

/** Creates an administrator whose sign-in is in no browser. */
export async function newPlainAdmin(
  service: TestService,
  role: "super_admin" | "admin" = "super_admin",
): Promise<PlainAdmin> {
  const account = await addAdmin(service.app.deps, `operator-${(admins += 1)}`, role);
  return { ...account, ask: asking(service.url, account) };
}

/** Opens a browser context in which an administrator is signed in, as with `newAdmin`. */
export async function openConsole(
  url: string,
  account: TestAccount,
  view: View = {},
): Promise<AdminVisit> {
  const visit = await newVisit(url, { ...DESKTOP, ...view });
  await keepSignIn(visit.page, account.token);
  return { ...account, ...visit, ask: asking(url, account) };
}

const asking =
  (url: string, { headers }: TestAccount): PlainAdmin["ask"] =>
  async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const json = { "content-type": "application/json" };
    const reply = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && json) },
      ...sent,
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: never }).data;
  };

/** Stores a sign-in in the page's browser, as the console does. */
async function keepSignIn(page: Page, token: string): Promise<void> {
  await page.evaluate((kept) => sessionStorage.setItem("wordloom.admin-token", kept), token);
}
