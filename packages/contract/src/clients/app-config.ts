import {
  faultNotes,
  isPlain,
  type JudgedPayload,
  type PayloadFault,
} from "../core/payload-faults.ts";

/**
 * Flags of the pack `app-config` that clients know, with their types: on or off, or a share from 0
 * to 1. A payload may contain other flags for later clients.
 */
export const knownFlags = {
  announcements_enabled: "boolean",
  llm_advisor_enabled: "boolean",
  telemetry_sampling_rate: "share",
} as const;

/** Known flags with valid values; a flag that is absent has its safe default. */
export interface Flags {
  readonly announcements_enabled?: boolean;
  readonly llm_advisor_enabled?: boolean;
  readonly telemetry_sampling_rate?: number;
}

/** The flags of a payload of the pack `app-config`. */
export function judgeAppConfig(payload: unknown): JudgedPayload<Flags> {
  const faults: PayloadFault[] = [];
  const notes = faultNotes(faults);
  if (!isPlain(payload)) notes.note("object", "refused");
  else if (payload["schema"] !== 1) notes.note("schema", "refused", "schema");
  else if (!isPlain(payload["flags"])) notes.note("object", "refused", "flags");
  else {
    const below = notes.at(".flags");
    const entries = Object.entries(payload["flags"]).flatMap(([name, value]) => {
      const { rule, read } = judgeFlag(name, value);
      if (rule !== undefined) below.note(rule, "ignored", name);
      return read === undefined ? [] : [[name, read] as const];
    });
    return { content: Object.fromEntries(entries), faults };
  }
  return { content: undefined, faults };
}

function judgeFlag(name: string, value: unknown) {
  const type = Object.hasOwn(knownFlags, name) ? knownFlags[name as keyof Flags] : undefined;
  if (type === undefined) return isFlagValue(value) ? {} : ({ rule: "flag_value" } as const);
  const read = type === "boolean" ? toBoolean(value) : toShare(value);
  return read === undefined ? { rule: type } : { read };
}

const isFlagValue = (value: unknown) => ["boolean", "number", "string"].includes(typeof value);

/** Accepts the various ways in which editors write switches. */
function toBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "true") return true;
  if (value === false || value === 0 || value === "false") return false;
  return undefined;
}

function toShare(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}
