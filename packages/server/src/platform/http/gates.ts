import type { Deps } from "../../deps.ts";
import type { Admin, Learner } from "../identity/actor.ts";
import type { RequestFacts } from "./route.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * A check in front of many endpoints, based on the headers of a request. It runs for every request,
 * so it must cost almost nothing when there is nothing to check.
 */
export interface Gate {
  /** Whether it guards this path template; called once per path. */
  guards(path: string): boolean;
  /**
   * Checks a request before sign-in. Returns a promise only if it cannot answer at once.
   *
   * @returns headers for the reply, if any
   * @throws AppError to refuse the request
   */
  pass?(request: RequestFacts): Promise<Headers | undefined> | Headers | undefined;
  /** Whether it needs the caller even on endpoints without sign-in. */
  needsCaller?(request: RequestFacts): boolean;
  /** Called with the caller after sign-in and limits; can no longer refuse. */
  onAdmitted?(request: RequestFacts, account: Learner | Admin): void;
}

/** A request at its gates. */
interface Arrival {
  readonly facts: RequestFacts;
  /** Headers that the gates add to any reply. */
  gateHeaders?: Headers;
}

/** Exported by a feature; called once per app. */
export type GateModule = (deps: Deps) => Gate;

/** All gates in front of one path. */
export interface Guard {
  /** @throws AppError of the first gate that refuses */
  pass(arrival: Arrival): Promise<void> | undefined;
  needsCaller(arrival: Arrival): boolean;
  onAdmitted(arrival: Arrival, account: Learner | Admin): void;
}

/** @returns undefined if there is no gate for this path */
export function createGuard(gates: readonly Gate[], path: string): Guard | undefined {
  const here = gates.filter((gate) => gate.guards(path));
  if (here.length === 0) return undefined;
  return {
    pass: (arrival) => passFrom(0, here, arrival),
    needsCaller: ({ facts }) => here.some((gate) => gate.needsCaller?.(facts) === true),
    onAdmitted(arrival, account) {
      for (const gate of here) gate.onAdmitted?.(arrival.facts, account);
    },
  };
}

/** Returns a promise only if a gate does. */
function passFrom(
  start: number,
  gates: readonly Gate[],
  arrival: Arrival,
): Promise<void> | undefined {
  for (let n = start; n < gates.length; n += 1) {
    const result = gates[n]?.pass?.(arrival.facts);
    if (result instanceof Promise) {
      return result.then((headers) => {
        addHeaders(arrival, headers);
        return passFrom(n + 1, gates, arrival);
      });
    }
    addHeaders(arrival, result);
  }
  return undefined;
}

function addHeaders(arrival: Arrival, headers: Headers | undefined): void {
  if (headers !== undefined) arrival.gateHeaders = { ...arrival.gateHeaders, ...headers };
}
