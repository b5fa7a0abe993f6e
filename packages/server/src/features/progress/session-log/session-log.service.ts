// Rows of learning sessions; `learning-sessions` decides what happens to them.
export {
  findActiveSession,
  findLatestCompleted,
  findSession,
  insertSessionOnce,
  listSessionWords,
  lockSessions,
  saveSessions,
  type NewSessionRow,
  type SessionRow,
  type SessionWord,
} from "./session-log.repo.ts";
export {
  countSessionsWithin,
  listSessionsWithin,
  type SessionSpan,
} from "./session-history.repo.ts";
