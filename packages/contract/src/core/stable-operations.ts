/**
 * The operations that a learning client needs for its main flow, by endpoint name. They are a
 * promise: `docs/api/openapi.stable.json` records what was published, and the tests refuse changes
 * that break a client written against it. All other operations are `beta` or `internal`.
 */
export const stableOperations = [
  // The account
  "register",
  "login",
  "refresh",
  "logout",
  "readMe",
  // What to learn
  "readStudyConfig",
  "updateStudyConfig",
  "listSystemWordbooks",
  "listUserWordbooks",
  "readWordbook",
  "listWordbookWords",
  "listWords",
  "readWord",
  "readWordBatch",
  // Learning
  "startSession",
  "completeSession",
  "listStudyWords",
  "listNextWords",
  "submitRecord",
  "submitRecordBatch",
  "listRecords",
  // What came of it
  "readWordState",
  "readWordStateBatch",
  "listDueWords",
  "readUserState",
  "listNotifications",
  "readNotification",
  // The service
  "followEvents",
  "readHealth",
] as const;

const stable: ReadonlySet<string> = new Set(stableOperations);

export function isStable(operationId: string): boolean {
  return stable.has(operationId);
}
