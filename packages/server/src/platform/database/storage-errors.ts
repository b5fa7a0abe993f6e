import { TurnTimeoutError } from "./dialect/turns.ts";

/** SQLite's primary result codes: busy, locked, read-only, I/O error, disk full, cannot open. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/** SQLSTATE: connection trouble, no resources (disk, memory, connections), server going down. */
const POSTGRES_STATES = /^(08|53)...$|^(57P01|57P02|57P03|58030)$/;

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

/** How the PostgreSQL client and the query layer say without a code that a connection is gone. */
const CLIENT_MESSAGES = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "Client has encountered a connection error",
  "Postgres connection has been discarded",
];

/**
 * Whether a statement failed because the database cannot be reached or written for now: full disk,
 * I/O error, held lock, lost connection, no free connection. The same request may succeed later.
 */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof TurnTimeoutError) return true;
  if (error instanceof AggregateError) return error.errors.some(isStorageUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, errcode, syscall } = error as ErrorFacts;
  if (code === "ERR_SQLITE_ERROR") return SQLITE_CODES.has((errcode ?? 0) & 0xff);
  if (syscall === FLUSH_CALL) return true;
  if (code === undefined) return CLIENT_MESSAGES.some((text) => error.message.startsWith(text));
  const ofSocket = syscall !== undefined && SOCKET_CODES.has(code) && SOCKET_CALLS.test(syscall);
  return POSTGRES_STATES.test(code) || ofSocket;
}

/** Of all files, only the write-ahead log is flushed by this program. */
const FLUSH_CALL = "fdatasync";

/** Other file and network troubles (a fetch, a missing asset) are none of the database's. */
const SOCKET_CALLS = /^(connect|read|write|getaddrinfo)$/;

interface ErrorFacts {
  readonly code?: string;
  readonly errcode?: number;
  readonly syscall?: string;
}
