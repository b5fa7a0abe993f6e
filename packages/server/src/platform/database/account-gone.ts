import pg from "pg";

/** Suffix of the constraints that tie a row to its learner's account. */
const LEARNER_CONSTRAINT = "_learner";

/** The message of SQLite's triggers that do the same. */
const GONE_MESSAGE = "the account is gone";

const FOREIGN_KEY_VIOLATION = "23503";

/** Work for a learner whose account has just been erased. */
export class AccountGoneError extends Error {
  override readonly name = "AccountGoneError";

  constructor() {
    super(GONE_MESSAGE);
  }
}

/**
 * Whether a write failed because its learner's account no longer exists: the database refuses such
 * rows (migration 0023-rows-of-learners). This is not a fault, and repeating the write is useless.
 */
export function isAccountGone(error: unknown): boolean {
  if (error instanceof AccountGoneError) return true;
  if (error instanceof pg.DatabaseError) {
    const { code, constraint = "" } = error;
    return code === FOREIGN_KEY_VIOLATION && constraint.endsWith(LEARNER_CONSTRAINT);
  }
  const isSqlite = error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
  return isSqlite && error.message === GONE_MESSAGE;
}
