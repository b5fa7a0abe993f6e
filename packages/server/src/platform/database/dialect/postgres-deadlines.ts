import type { TimeAllowed } from "../time-allowed.ts";

/**
 * How long this program waits for PostgreSQL, ms. The server enforces the limits of statements,
 * locks and idle transactions. If an answer is `graceMs` overdue, none is expected any more.
 */
export interface PostgresDeadlines {
  /** For a connection: a free one from the pool, or a new one. */
  readonly connectMs: number;
  /** For a statement; see `TimeAllowed`. */
  readonly statementMs: number;
  readonly longStatementMs: number;
  /** For one lock; a longer wait would delay others that wait for the locks already held. */
  readonly lockMs: number;
  /** Between two statements of a transaction. */
  readonly idleInTransactionMs: number;
  readonly graceMs: number;
  /** For a connection and for a usual statement, while the server owes an answer to others. */
  readonly silentMs: number;
}

/**
 * Every request gets its reply within ten seconds of the server's last answer. It may have waited
 * for a connection and then for a statement; later attempts, alone or behind others in a group
 * commit, fail quickly. See docs/decisions/0020.
 */
export const postgresDeadlines: PostgresDeadlines = {
  connectMs: 3_000,
  statementMs: 4_000,
  longStatementMs: 300_000,
  lockMs: 3_000,
  idleInTransactionMs: 5_000,
  graceMs: 500,
  silentMs: 1_000,
};

/** How long to wait for the answer to a statement. */
export function answerMs(
  deadlines: PostgresDeadlines,
  allowed: TimeAllowed,
  silent: boolean,
): number {
  if (allowed === "unlimited") return Number.POSITIVE_INFINITY;
  if (allowed === "long") return deadlines.longStatementMs + deadlines.graceMs;
  return silent ? deadlines.silentMs : deadlines.statementMs + deadlines.graceMs;
}

/** The statement that limits the statements of a session. */
export function limitsText(deadlines: PostgresDeadlines, allowed: TimeAllowed): string {
  return setText(limitsOf(deadlines, allowed));
}

/**
 * The statement that prepares a new session. It is not a connection parameter, because poolers
 * refuse those. Unknown settings (of a newer PostgreSQL) are left out.
 *
 * The server notices within nine seconds that this machine is gone, and within two that this
 * program has closed the connection, even during a statement; it then releases the locks.
 */
export function sessionText(deadlines: PostgresDeadlines, allowed: TimeAllowed): string {
  return setText({
    ...limitsOf(deadlines, allowed),
    idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    client_connection_check_interval: 2_000,
    tcp_keepalives_idle: 3,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 4,
    tcp_user_timeout: 7_000,
  });
}

function limitsOf(deadlines: PostgresDeadlines, allowed: TimeAllowed) {
  const { statementMs, longStatementMs, lockMs } = deadlines;
  switch (allowed) {
    case "usual":
      return { statement_timeout: statementMs, lock_timeout: lockMs };
    case "long":
      return { statement_timeout: longStatementMs, lock_timeout: lockMs };
    case "unlimited":
      return { statement_timeout: 0, lock_timeout: 0 };
  }
}

function setText(settings: Readonly<Record<string, number>>): string {
  const rows = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${rows.join(", ")})
    as wanted (name, value) where current_setting(name, true) is not null`;
}
