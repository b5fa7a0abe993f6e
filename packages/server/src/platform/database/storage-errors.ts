import { MutexTimeoutError } from "./dialect/mutex.ts";
import { NoAnswerError } from "./dialect/postgres-client.ts";

/** SQLite's primary result codes: busy, locked, read-only, I/O error, disk full, cannot open. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/**
 * SQLSTATE: connection errors, insufficient resources (disk, memory, connections), shutdown, and
 * the time limits of locks, statements and sessions (see postgres-deadlines.ts).
 */
const POSTGRES_STATES = /^(08|53)...$|^(25P03|55P03|57014|57P01|57P02|57P03|57P05|58030)$/;

const SOCKET_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Messages of connection errors without a code, from the PostgreSQL client and from Kysely. */
const CLIENT_MESSAGES = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Postgres connection has been discarded",
];

/**
 * Whether a statement failed because the database is temporarily unavailable: full disk, I/O error,
 * lock timeout, lost connection, no free connection, no answer. The same request may succeed later.
 */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof MutexTimeoutError || error instanceof NoAnswerError) return true;
  if (error instanceof AggregateError) return error.errors.some(isStorageUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, errcode, syscall } = error as ErrorFacts;
  if (code === "ERR_SQLITE_ERROR") return SQLITE_CODES.has((errcode ?? 0) & 0xff);
  if (syscall === FLUSH_CALL) return true;
  if (code === undefined) return CLIENT_MESSAGES.some((text) => error.message.startsWith(text));
  const ofSocket = syscall !== undefined && SOCKET_CODES.has(code) && SOCKET_CALLS.test(syscall);
  return POSTGRES_STATES.test(code) || ofSocket;
}

/** The write-ahead log is the only file this program flushes. */
const FLUSH_CALL = "fdatasync";

/** Other file and network errors (a fetch, a missing asset) do not concern the database. */
const SOCKET_CALLS = /^(connect|read|write|getaddrinfo)$/;

interface ErrorFacts {
  readonly code?: string;
  readonly errcode?: number;
  readonly syscall?: string;
}
