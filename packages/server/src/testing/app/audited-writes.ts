import * as contract from "@wordloom/contract";
import { endpointsOf, type Endpoint } from "@wordloom/contract";
import { expect } from "vitest";
import { expectTelling } from "../rows/audit-states.ts";
import type { TestApp, TestReply } from "@wordloom/testing/service/build-test-app";

/** Administrators' requests that change nothing for others, and those that replace the log. */
const notWrites: ReadonlySet<Endpoint> = new Set([
  contract.readAdminNotification,
  contract.readAllAdminNotifications,
  contract.restoreBackup,
  contract.explainParameter,
  contract.planExperiment,
  contract.planRollback,
  contract.previewEngineConfig,
  contract.testAdvisor,
  contract.testSpeech,
]);

/** Refusals that are audited nevertheless. */
const notedRefusals: ReadonlySet<string> = new Set(["admin.login_failed"]);

const writes = endpointsOf(contract)
  .filter(({ access, method }) => ["admin", "super"].includes(access) && method !== "GET")
  .map((endpoint) => ({
    endpoint,
    form: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
    isLiteral: !endpoint.path.includes(":"),
  }))
  // Literal path segments take precedence over ids.
  .toSorted((one, other) => Number(other.isLiteral) - Number(one.isLiteral));

/** The administrators' endpoint that a write request calls; undefined for others and previews. */
function writeOf(method: string, path: string): Endpoint | undefined {
  const bare = path.replace(/\?.*$/, "");
  const endpoint = writes.find(
    (each) => each.endpoint.method === method && each.form.test(bare),
  )?.endpoint;
  if (endpoint === undefined || notWrites.has(endpoint)) return undefined;
  return endpoint.path.endsWith("/preview") || /[?&]dryRun=true/.test(path) ? undefined : endpoint;
}

/**
 * Expects that an administrator's successful write adds one audit entry, which the reply names, and
 * that a refused write adds none. The entries have to tell what was replaced, and whose it is.
 *
 * @returns a function to call with the reply
 */
export async function expectAudited(
  { deps }: TestApp,
  method: string,
  path: string,
): Promise<(reply: TestReply) => Promise<void>> {
  if (writeOf(method, path) === undefined) return async () => undefined;
  const entries = () =>
    deps.database
      .selectFrom("audit_log")
      .select(["id", "action", "admin_id"])
      .orderBy("id")
      .execute();
  const former = await entries();
  const before = former.length;
  return async ({ status, headers, body }) => {
    const made = (await entries()).slice(before);
    const [first] =
      status < 300
        ? made.filter(({ action, admin_id }) => admin_id !== null || action.startsWith("admin."))
        : made.filter(({ action }) => !notedRefusals.has(action));
    await expectTelling(deps.database, former.at(-1)?.id ?? 0);
    const named = headers["x-audit-id"];
    expect(named, `audit entry of ${method} ${path}, ${status}`).toBe(first && String(first.id));
    const isVain = body?.data?.succeeded === 0;
    if (status < 300 && !isVain) {
      expect(named, `${method} ${path} is not audited`).toBeDefined();
    }
  };
}
