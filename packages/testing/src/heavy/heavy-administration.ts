import { VERSION } from "@wordloom/server/platform/basics/version";
import { HEAVY_BACKUP } from "./heavy-service.ts";
import type { HeavyRequest } from "./heavy-bodies.ts";

/** Pages of a list: the largest, one past the end, and a late one. */
const pages = ["page=1&perPage=100", "page=1000000000&perPage=100", "page=40&perPage=1"];

/** The largest legal requests of administrators about learners; by the endpoint's name. */
export function learnerAdministration(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const password = `Aa1${"x".repeat(253)}`;
  const email = `${"c".repeat(60)}@${"b.".repeat(90)}cd`;
  const heavy = { params: { id: "u1" } };
  const nobody = { params: { id: "none" } };
  const reason = "r".repeat(500);
  const named = (count: number) => Array.from({ length: count }, (_, n) => `nobody ${n}`);
  const userIds = named(200);
  const most = ["limit=200", "limit=200&offset=1000000000"].map((query) => ({ ...heavy, query }));
  return {
    pageLearners: [
      ...pages.map((query) => ({ query: `${query}&includeStats=true` })),
      ...["-lastSeenAt", "username", "email"].map((sort) => ({
        query: `page=40&perPage=100&sort=${sort}`,
      })),
      { query: "search=e&banned=false&role=user&status=active&inactiveDays=1&includeStats=true" },
    ],
    exportLearners: [{}, { query: `search=${"%25".repeat(100)}` }],
    createLearner: [{ body: { email, username: "ä".repeat(50), password, role: "staff" } }],
    banLearner: [{ ...nobody, body: { reason } }],
    setLearnerPassword: [{ ...nobody, body: { newPassword: password } }],
    updateLearner: [{ ...nobody, body: { email, username: "ä".repeat(50) } }],
    setLearnerRole: [{ ...heavy, body: { role: "staff" } }],
    banLearners: [{ body: { userIds, reason } }],
    previewLearnersBan: [{ body: { userIds: [...userIds.slice(1), "u1"] } }],
    unbanLearners: [{ body: { userIds: [...userIds.slice(1), "u1"] } }],
    setLearnerRoles: [{ body: { userIds: [...userIds.slice(1), "u1"], role: "user" } }],
    resetLearnerPasswords: [{ body: { userIds: [...userIds.slice(1), "u1"] } }],
    deleteLearners: [{ body: { userIds: named(50), confirm: 50 } }],
    readLearnerProfile: [heavy],
    readLearnerExtras: [heavy],
    readLearnerEngineState: [heavy],
    readLearnerStrategy: [heavy],
    listLearnerSessions: most,
    listLearnerRecords: most,
    listLearnerAudit: most,
    listLearnerActions: most,
    listLearnerWords: most,
    readLearnerActivity: [{ ...heavy, query: "days=90" }],
  };
}

/**
 * The largest legal requests of administrators about themselves; by the endpoint's name.
 *
 * @param since  a time, ISO 8601
 */
export function backupRequests(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const params = { name: HEAVY_BACKUP.name };
  return {
    downloadBackup: ["database", "files", "bundle"].map((part) => ({
      params,
      query: `part=${part}`,
    })),
    verifyBackup: [{ params }],
    // Read in full, then refused, because the database is healthy.
    restoreBackup: [{ params, body: { confirmName: HEAVY_BACKUP.name } }],
  };
}

export function administrators(since: string): Readonly<Record<string, readonly HeavyRequest[]>> {
  const password = `Aa1${"x".repeat(253)}`;
  const paged = pages.map((query) => ({ query }));
  const update = { channel: "stable", targetVersion: "t".repeat(64), confirmCurrentVersion: "v" };
  return {
    createAdminAccount: [{ body: { email: `${"a".repeat(60)}@example.org`, password } }],
    setAdminRole: [{ params: { id: "none" }, body: { role: "admin" } }],
    changeAdminPassword: [{ body: { currentPassword: password, newPassword: password } }],
    listAdminSessions: [{ query: `adminId=${"a".repeat(128)}` }],
    createApiKey: [{ body: { name: "n".repeat(100), scopes: ["read", "write", "admin"] } }],
    rotateApiKey: [{ params: { id: "none" }, body: { graceMinutes: 1_440 } }],
    listAuditLog: [
      ...paged,
      { query: `since=${since}&targetType=user&targetId=${"t".repeat(128)}&perPage=100` },
    ],
    exportAuditLog: [{}, { query: `since=${since}` }],
    readChangelog: [{ query: "channel=beta" }],
    planRollback: [
      { body: { targetVersion: `v${"9".repeat(9)}.0.0`, confirmCurrentVersion: VERSION } },
    ],
    // Updates are not possible where the journey runs, so nothing is installed.
    applyUpdate: [{ body: update }],
    rollBack: [{ body: update }],
    listAdminNotifications: [...paged, { query: "unreadOnly=true&perPage=100" }],
  };
}
