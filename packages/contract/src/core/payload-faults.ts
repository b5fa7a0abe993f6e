/**
 * The effect of a fault in a payload.
 *
 * - `refused`: apps reject the whole payload and report `apply_failed`
 * - `left_out`: apps hide this piece and show the others
 * - `ignored`: apps treat the value as absent
 */
export type FaultEffect = "refused" | "left_out" | "ignored";

/** What a valid value must be. */
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
  /** Path of the value, such as `slots.home-top[0].startAt`; empty for the whole payload. */
  readonly path: string;
  readonly rule: FaultRule;
  readonly effect: FaultEffect;
}

/** What an app reads in a payload, and what it cannot use. */
export interface JudgedPayload<Content> {
  /** Undefined if the payload is not of this pack's kind. */
  readonly content: Content | undefined;
  /** In the order of the payload; empty if all of it is valid. */
  readonly faults: readonly PayloadFault[];
}

/** Collects the faults below one place of a payload. */
export interface FaultNotes {
  /** @param field  of the current place; without it, the place itself is at fault */
  note(rule: FaultRule, effect: FaultEffect, field?: string): void;
  /** Notes for a deeper place. @param step  as appended to the path: `.slots`, `[0]` */
  at(step: string): FaultNotes;
}

/** @returns notes that append to `faults` */
export function faultNotes(faults: PayloadFault[], path = ""): FaultNotes {
  const pathOf = (field: string) => (path === "" ? field : `${path}.${field}`);
  return {
    note(rule, effect, field) {
      faults.push({ path: field === undefined ? path : pathOf(field), rule, effect });
    },
    at: (step) => faultNotes(faults, (path + step).replace(/^\./, "")),
  };
}

/** Whether a JSON value is an object. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
