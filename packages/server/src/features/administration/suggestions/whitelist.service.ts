import type { AuditAction, AdvisorWhitelistEntry } from "@wordloom/contract";
import { advisorWhitelist, mayBeOpened } from "@wordloom/engine/advisor";
import { parameterTable, type ParameterRow } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { changedIn, writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import { deleteWhitelistRow, listWhitelistRows, upsertWhitelistRow } from "./whitelist.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** The bounds of a path that the advisor may not change. */
const nothing = { minSafe: null, maxSafe: null };

const builtIn: ReadonlyMap<string, AdvisorWhitelistEntry> = new Map(
  advisorWhitelist().map((entry) => [entry.path, { ...entry, builtin: true }]),
);

/** The paths that the advisor may change: built-in entries, narrowed or not, then added ones. */
export async function listWhitelist(db: Database): Promise<AdvisorWhitelistEntry[]> {
  const rows = await listWhitelistRows(db);
  const stored = new Map(rows.map((row) => [row.path, toEntry(row)]));
  const added = [...stored.values()].filter(({ path }) => !builtIn.has(path));
  return [...[...builtIn.values()].map((entry) => stored.get(entry.path) ?? entry), ...added];
}

/**
 * Adds a path, or replaces the bounds of an existing one. A built-in path can only be narrowed.
 *
 * @throws AppError INVALID_PATH, INVALID_RANGE
 */
export async function setWhitelistEntry(
  needs: Needs,
  by: Admin,
  entry: Omit<AdvisorWhitelistEntry, "builtin">,
): Promise<AdvisorWhitelistEntry> {
  const { path, minSafe, maxSafe } = entry;
  const bounds = boundsOf(path);
  if (minSafe > maxSafe || minSafe < bounds.min || maxSafe > bounds.max) {
    refuse("INVALID_RANGE", `The bounds of ${path} must be within ${bounds.min} to ${bounds.max}.`);
  }
  const row = { path, min_safe: minSafe, max_safe: maxSafe };
  await transact(needs.database, async (tx) => {
    const former = (await listWhitelist(tx)).find((each) => each.path === path);
    await upsertWhitelistRow(tx, row);
    const states = changedIn(former ?? {}, toEntry(row));
    const metadata = { minSafe, maxSafe };
    await audit(needs, tx, by, "amas.whitelist.set", path, { metadata, ...states });
  });
  return toEntry(row);
}

/**
 * Removes an added path, or restores the bounds of a built-in one.
 *
 * @throws AppError NOT_FOUND, CONFLICT for a built-in path with its original bounds
 */
export async function deleteWhitelistEntry(needs: Needs, by: Admin, path: string): Promise<void> {
  await transact(needs.database, async (tx) => {
    const before = (await listWhitelist(tx)).find((entry) => entry.path === path);
    if (!(await deleteWhitelistRow(tx, path))) {
      refuse(builtIn.has(path) ? "CONFLICT" : "NOT_FOUND", "There is nothing to remove.");
    }
    // A built-in path returns to its own bounds.
    const after = builtIn.get(path) ?? nothing;
    const states = changedIn(before ?? nothing, after);
    await audit(needs, tx, by, "amas.whitelist.delete", path, states);
  });
}

/** The parameter at a path; undefined without one. */
export function parameterRow(path: string): ParameterRow | undefined {
  return parameterTable().find((row) => row.path === path);
}

/** The range within which an administrator may set bounds. @throws AppError INVALID_PATH */
function boundsOf(path: string): { min: number; max: number } {
  const row = parameterRow(path);
  const bounds = row?.advisorBounds ?? row?.bounds;
  if (row === undefined || bounds == null || !mayBeOpened(row)) {
    return refuse("INVALID_PATH", "The advisor can only be given numbers of no opt-in feature.");
  }
  return bounds;
}

function toEntry(row: { path: string; min_safe: number; max_safe: number }): AdvisorWhitelistEntry {
  const { path, min_safe: minSafe, max_safe: maxSafe } = row;
  return { path, minSafe, maxSafe, builtin: builtIn.has(path) };
}

async function audit(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  by: Admin,
  action: AuditAction,
  path: string,
  facts: Pick<AuditEntry, "metadata" | "before" | "after">,
): Promise<void> {
  const target = { type: "whitelist", id: path } as const;
  await writeAudit(tx, {
    by,
    action,
    atMs: clock.nowMs(),
    target,
    ...facts,
  });
}
