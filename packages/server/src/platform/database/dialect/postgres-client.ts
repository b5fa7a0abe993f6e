import type { PostgresPoolClient } from "kysely";
import pg from "pg";
import { TimeoutError, withTimeout } from "../../time/with-timeout.ts";
import type { TimeAllowed } from "../time-allowed.ts";
import { answerMs, limitsText, sessionText, type PostgresDeadlines } from "./postgres-deadlines.ts";

/** The server or the network did not answer in time; the outcome of the statement is unknown. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** Whether the server owes answers: one did not arrive in time, and none has arrived since. */
export interface Silence {
  silent: boolean;
}

export interface ClientNeeds {
  readonly deadlines: PostgresDeadlines;
  readonly silence: Silence;
  /** The name under which a statement is prepared; undefined if it runs unprepared. */
  readonly nameFor: (text: string) => string | undefined;
}

/** A connection of the pool, as Kysely uses it. */
export interface DeadlineClient extends PostgresPoolClient {
  /** Call it before each use: sets the limits of this use's statements. @throws NoAnswerError */
  allow(allowed: TimeAllowed): Promise<void>;
}

/** @throws NoAnswerError after `ms`; from then on the server counts as silent */
export async function within<T>(ms: number, silence: Silence, asked: Promise<T>): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return asked;
  try {
    return await withTimeout(ms, `PostgreSQL did not answer within ${ms} ms`, asked);
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    silence.silent = true;
    throw new NoAnswerError(error.message);
  }
}

/**
 * Sends each query with its statement name and waits for its answer as long as allowed. A
 * connection without an answer is cut, because its further behavior is unpredictable. A connection
 * whose prepared plans no longer match the tables (another process has migrated) is cut on release;
 * a new connection prepares its statements again.
 */
export function deadlineClient(client: pg.PoolClient, needs: ClientNeeds): DeadlineClient {
  const { deadlines, silence, nameFor } = needs;
  let spoiled = false;
  let lost: NoAnswerError | undefined;
  let inForce: TimeAllowed | undefined;

  async function ask(config: pg.QueryConfig, ms: number): Promise<unknown> {
    if (lost !== undefined) throw lost;
    try {
      const result = await within(ms, silence, client.query(config));
      silence.silent = false;
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) silence.silent = false;
      spoiled ||= isStalePlan(error);
      if (error instanceof NoAnswerError) {
        lost = error;
        // With a query in progress this closes the socket without waiting for the server.
        client.end().catch(() => {});
      }
      throw error;
    }
  }

  function query(text: string, values: readonly unknown[]): Promise<unknown> {
    const name = nameFor(text);
    const ms = answerMs(deadlines, inForce ?? "usual", silence.silent);
    return ask({ text, values: [...values], ...(name !== undefined && { name }) }, ms);
  }

  return {
    query: query as PostgresPoolClient["query"],
    release: (discard?: boolean) =>
      client.release(spoiled || lost !== undefined || discard === true),
    async allow(allowed) {
      if (inForce === allowed) return;
      const toText = inForce === undefined ? sessionText : limitsText;
      await ask({ text: toText(deadlines, allowed) }, answerMs(deadlines, "usual", silence.silent));
      inForce = allowed;
    },
  };
}

/** PostgreSQL: "cached plan must not change result type". */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.message.startsWith("cached plan")
  );
}
