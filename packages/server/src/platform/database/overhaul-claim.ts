import pg from "pg";
import { refuse } from "../basics/app-error.ts";
import { claimFile } from "./claim-sqlite.ts";
import { sqliteFile } from "./connection.ts";
import { postgresDeadlines, sessionText } from "./dialect/postgres-deadlines.ts";

/** An arbitrary number that no other program on the same PostgreSQL server uses. */
const LOCK_KEY = 7_620_115_904;

/** Releases a claim. */
type Release = () => void | Promise<void>;

/** The claims of this process, by the address of their database. */
const held = new Map<string, Release>();

/**
 * Claims a database for an overhaul, a restore or an update of the program, of which only one may
 * run among all processes. The claim ends with this process, however it ends: on PostgreSQL it is
 * an advisory lock of a separate connection, on SQLite a lock on `<file>.overhaul`. An in-memory
 * database belongs to one process and needs no claim.
 *
 * @throws AppError UPDATE_IN_PROGRESS if a process, even this one, holds it
 */
export async function claimOverhaul(url: string): Promise<void> {
  const file = sqliteFile(url);
  if (file === ":memory:") return;
  const release = await (file === undefined ? claimOnServer(url) : claimBeside(file));
  if (release === undefined) {
    refuse("UPDATE_IN_PROGRESS", "An update, or a restore, of this service is running.");
  }
  held.set(url, release);
}

/** Releases this process's claim, if it holds one. */
export async function endOverhaul(url: string): Promise<void> {
  const release = held.get(url);
  held.delete(url);
  await release?.();
}

function claimBeside(file: string): Promise<Release | undefined> {
  return claimFile(`${file}.overhaul`, { waitMs: 0, onWait() {} });
}

async function claimOnServer(url: string): Promise<Release | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: postgresDeadlines.connectMs,
    keepAlive: true,
    application_name: "wordloom",
  });
  // Losing the connection ends the claim; the work itself uses other connections and fails with
  // them.
  client.on("error", () => {});
  try {
    await client.connect();
    // With these limits the server soon notices if the holder's machine is gone.
    await client.query(sessionText(postgresDeadlines, "usual"));
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1) as taken",
      [LOCK_KEY],
    );
    if (rows[0]?.taken === true) return () => client.end();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return undefined;
}
