import pg from "pg";
import { MutexTimeoutError } from "./dialect/mutex.ts";
import { NoAnswerError } from "./dialect/postgres-client.ts";

/** SQLite's primary result codes: busy, locked, read-only, I/O error, disk full, cannot open. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/**
 * SQLSTATE: connection errors, refused sign-ins, a commit with unknown outcome (40003),
 * insufficient resources (disk, memory, connections), shutdown, and the time limits of locks,
 * statements, transactions and sessions (see postgres-deadlines.ts). A server on a full disk, and
 * one that has not yet been promoted, is read-only (25006); a missing database (3D000, 57P04) is
 * about to be created again.
 */
const POSTGRES_STATES =
  /^(08|28|53)...$|^57P0[1-5]$|^(25006|25P03|25P04|3D000|40003|55P03|57014|58000|58030)$/;

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

/** SQLSTATE: transactions that gave way to others. */
const GAVE_WAY = /^40(000|001|P01)$/;

/**
 * Whether a transaction on PostgreSQL failed because of concurrent ones: a serialization failure or
 * a deadlock. The same work may succeed at once, and more likely with fewer items.
 */
export function gaveWay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && GAVE_WAY.test(error.code ?? "");
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
