/**
 * What becomes of a fault in a payload.
 *
 * - `refused`: apps take the whole payload for none of this pack, and report `apply_failed`
 * - `left_out`: this piece is not shown, the others are
 * - `ignored`: as if the value were not there
 */
export type FaultEffect = "refused" | "left_out" | "ignored";

/** What a value would have to be. */
export type FaultRule =
  | "object"
  | "schema"
  | "list"
  | "known_slot"
  | "known_field"
  | "id"
  | "new_id"
  | "kind"
  | "title_or_body"
  | "text"
  | "length"
  | "https_address"
  | "link_target"
  | "two_colours"
  | "level"
  | "boolean"
  | "number"
  | "time"
  | "end_after_start"
  | "share"
  | "flag_value";

/** One fault of a payload. */
export interface PayloadFault {
  /** Where: `slots.home-top[0].startAt`; empty for the whole. */
  readonly path: string;
  readonly rule: FaultRule;
  readonly effect: FaultEffect;
}

/** What an app reads in a payload, and what it does not. */
export interface JudgedPayload<Content> {
  /** Undefined: the payload is none of this pack. */
  readonly content: Content | undefined;
  /** In the order of the payload; empty if all of it counts. */
  readonly faults: readonly PayloadFault[];
}

/** Collects the faults below one place of a payload. */
export interface FaultNotes {
  /** @param field  of the place; without it the place itself is meant */
  note(rule: FaultRule, effect: FaultEffect, field?: string): void;
  /** For what lies deeper. @param step  as it is written behind the path: `.slots`, `[0]` */
  at(step: string): FaultNotes;
}

/** @returns notes that are added to a list */
export function faultNotes(faults: PayloadFault[], path = ""): FaultNotes {
  const pathOf = (field: string) => (path === "" ? field : `${path}.${field}`);
  return {
    note(rule, effect, field) {
      faults.push({ path: field === undefined ? path : pathOf(field), rule, effect });
    },
    at: (step) => faultNotes(faults, (path + step).replace(/^\./, "")),
  };
}

/** Whether a value of JSON is an object. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
