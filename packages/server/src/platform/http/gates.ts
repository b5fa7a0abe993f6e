import type { Deps } from "../../deps.ts";
import type { Admin, Learner } from "../actor.ts";
import type { Exchange } from "./exchange.ts";
import type { RequestFacts } from "./route.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * A check in front of many endpoints, based on the headers of a request. It runs for every request,
 * so it must cost next to nothing when there is nothing to check.
 */
export interface Gate {
  /** Whether it guards this path, as written in the contract; asked once per path, at start. */
  guards(path: string): boolean;
  /**
   * Checks a request before sign-in. Returns a promise only where it cannot answer at once.
   *
   * @returns headers for the reply, if any
   * @throws AppError to refuse the request
   */
  pass?(request: RequestFacts): Promise<Headers | undefined> | Headers | undefined;
  /** Whether it wants to know the caller even on endpoints that need no sign-in. */
  asksWho?(request: RequestFacts): boolean;
  /** Told who the caller is, after sign-in and limits; can no longer refuse. */
  letIn?(request: RequestFacts, account: Learner | Admin): void;
}

/** What a feature exports; called once per app. */
export type GateModule = (deps: Deps) => Gate;

/** All gates in front of one path. */
export interface Guard {
  /** @throws AppError of the first gate that refuses */
  pass(exchange: Exchange): Promise<void> | undefined;
  asksWho(exchange: Exchange): boolean;
  letIn(exchange: Exchange, account: Learner | Admin): void;
}

/** @returns undefined when no gate stands there */
export function createGuard(gates: readonly Gate[], path: string): Guard | undefined {
  const here = gates.filter((gate) => gate.guards(path));
  if (here.length === 0) return undefined;
  return {
    pass: (exchange) => passFrom(0, here, exchange),
    asksWho: ({ facts }) => here.some((gate) => gate.asksWho?.(facts) === true),
    letIn(exchange, account) {
      for (const gate of here) gate.letIn?.(exchange.facts, account);
    },
  };
}

/** Without a promise as long as no gate makes one. */
function passFrom(
  start: number,
  gates: readonly Gate[],
  exchange: Exchange,
): Promise<void> | undefined {
  for (let n = start; n < gates.length; n += 1) {
    const word = gates[n]?.pass?.(exchange.facts);
    if (word instanceof Promise) {
      return word.then((headers) => {
        addHeaders(exchange, headers);
        return passFrom(n + 1, gates, exchange);
      });
    }
    addHeaders(exchange, word);
  }
  return undefined;
}

function addHeaders(exchange: Exchange, headers: Headers | undefined): void {
  if (headers !== undefined) exchange.gateHeaders = { ...exchange.gateHeaders, ...headers };
}
