import { deepLinkPath } from "./deep-link.ts";

/** Places of the app that the pack `content-slots` can fill. */
export const slotNames = [
  "global-announcement",
  "home-top",
  "home-empty",
  "update-notice",
] as const;
export type SlotName = (typeof slotNames)[number];

/** One piece of content, as far as this app understands it. All texts are plain text. */
export interface SlotItem {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly title?: string;
  readonly body?: string;
  /** An https address; whether the picture is shown is up to the page's policy. */
  readonly imageUrl?: string;
  /** A path of this app; null for a link to something that it does not have. */
  readonly link?: string | null;
  /** Two colours as `#rrggbb`. */
  readonly gradient?: readonly [string, string];
  readonly isWarning: boolean;
  readonly isDismissible: boolean;
  readonly priority: number;
  /** When it is shown, milliseconds: from the first to before the second. */
  readonly startMs?: number;
  readonly endMs?: number;
}

export type Slots = Readonly<Partial<Record<SlotName, readonly SlotItem[]>>>;

const kinds = ["banner", "notice", "tip", "entry", "empty-state"] as const;

/** A slip of the editor must not push the plan of the day off the screen. */
const SHOWN_MAX = 3;
const TITLE_MAX = 200;
const BODY_MAX = 2_000;
const ID_MAX = 200;

/**
 * The content of a payload. Items of a later form, or with a fault, are left out, so that the
 * others are shown; so is what is unknown in an item.
 *
 * @returns undefined if the payload is none of this pack
 */
export function readSlots(payload: unknown): Slots | undefined {
  if (!isPlain(payload) || payload["schema"] !== 1 || !isPlain(payload["slots"])) return undefined;
  const { slots } = payload;
  const seen = new Set<string>();
  const entries = slotNames.flatMap((name) => {
    const list = slots[name];
    if (!Array.isArray(list)) return [];
    const items = list.flatMap((item) => readItem(item) ?? []).filter(({ id }) => isNew(seen, id));
    return [[name, items.toSorted((one, other) => other.priority - one.priority)] as const];
  });
  return Object.fromEntries(entries);
}

/** The id is what a dismissal names: a second item of the same id could not be told apart. */
function isNew(seen: Set<string>, id: string): boolean {
  return !seen.has(id) && seen.add(id) !== undefined;
}

function readItem(value: unknown): SlotItem | undefined {
  if (!isPlain(value)) return undefined;
  const id = text(value["id"], ID_MAX);
  const kind = kinds.find((known) => known === value["kind"]);
  const startMs = time(value["startAt"]);
  const endMs = time(value["endAt"]);
  // A window that cannot be read is not "always".
  if (id === undefined || kind === undefined || startMs === null || endMs === null)
    return undefined;
  const title = text(value["title"], TITLE_MAX);
  const body = text(value["body"], BODY_MAX);
  if (title === undefined && body === undefined) return undefined;
  const { priority, deeplink } = value;
  return {
    ...{ id, kind },
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...imageOf(value["imageUrl"]),
    ...(typeof deeplink === "string" && { link: deepLinkPath(deeplink) ?? null }),
    ...gradientOf(value["gradientStart"], value["gradientEnd"]),
    isWarning: value["level"] === "warning",
    isDismissible: value["dismissible"] === true,
    priority: typeof priority === "number" && Number.isFinite(priority) ? priority : 0,
    ...(startMs !== undefined && { startMs }),
    ...(endMs !== undefined && { endMs }),
  };
}

/** What is shown at this time, most important first. */
export function shownAt(slots: Slots, nowMs: number, dismissed: ReadonlySet<string>): Slots {
  const entries = slotNames.flatMap((name) => {
    const items = (slots[name] ?? [])
      .filter(({ startMs = -Infinity, endMs = Infinity }) => startMs <= nowMs && nowMs < endMs)
      .filter(({ id }) => !dismissed.has(id))
      .slice(0, SHOWN_MAX);
    return items.length === 0 ? [] : [[name, items] as const];
  });
  return Object.fromEntries(entries);
}

function imageOf(value: unknown): { imageUrl?: string } {
  if (typeof value !== "string" || !URL.canParse(value)) return {};
  const { protocol, username, href } = new URL(value);
  return protocol === "https:" && username === "" ? { imageUrl: href } : {};
}

const COLOUR = /^#[0-9a-f]{6}$/i;

function gradientOf(start: unknown, end: unknown): { gradient?: readonly [string, string] } {
  const isColour = (value: unknown) => typeof value === "string" && COLOUR.test(value);
  return isColour(start) && isColour(end) ? { gradient: [String(start), String(end)] } : {};
}

/** @returns undefined for none or an empty one */
function text(value: unknown, max: number): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const points = [...value.trim()];
  return points.length <= max ? value.trim() : `${points.slice(0, max - 1).join("")}…`;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** @returns undefined for none, null for what is no time */
function time(value: unknown): number | undefined | null {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || !RFC_3339.test(value)) return null;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : atMs;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
