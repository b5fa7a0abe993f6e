import type { HeavyRequest } from "./heavy-requests.ts";

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
  const most = [{ ...heavy, query: "limit=200" }];
  return {
    pageLearners: [
      ...pages.map((query) => ({ query: `${query}&includeStats=true` })),
      { query: "search=e&banned=false&role=user&status=active&inactiveDays=1&includeStats=true" },
    ],
    exportLearners: [{}, { query: `search=${"%25".repeat(100)}` }],
    createLearner: [{ body: { email, username: "ä".repeat(50), password, role: "staff" } }],
    banLearner: [{ ...nobody, body: { reason } }],
    setLearnerPassword: [{ ...nobody, body: { newPassword: password } }],
    setLearnerRole: [{ ...heavy, body: { role: "staff" } }],
    banLearners: [{ body: { userIds, reason } }],
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
    listLearnerWords: [...most, { ...heavy, query: "limit=200&offset=1000000000" }],
    readLearnerActivity: [{ ...heavy, query: "days=90" }],
  };
}
