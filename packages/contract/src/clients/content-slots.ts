import { linkTarget, type LinkTarget } from "../core/link-targets.ts";
import {
  faultNotes,
  type FaultNotes,
  isPlain,
  type JudgedPayload,
  type PayloadFault,
} from "../core/payload-faults.ts";

/** Places of an app that the pack `content-slots` can fill. */
export const slotNames = [
  "global-announcement",
  "home-top",
  "home-empty",
  "update-notice",
] as const;
export type SlotName = (typeof slotNames)[number];

/** Kinds of content. */
export const itemKinds = ["banner", "notice", "tip", "entry", "empty-state"] as const;
export type ItemKind = (typeof itemKinds)[number];

export const itemLevels = ["info", "warning"] as const;

/** Maximum lengths in characters; longer texts are cut. */
export const itemTextMax = { id: 200, title: 200, body: 2_000 } as const;

/** One piece of content as apps read it. All texts are plain text. */
export interface SlotItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly title?: string;
  readonly body?: string;
  /** An https URL; the page's policy decides whether the picture is shown. */
  readonly imageUrl?: string;
  /** Null for a link to something that apps do not have. */
  readonly target?: LinkTarget | null;
  /** Two colors as `#rrggbb`. */
  readonly gradient?: readonly [string, string];
  readonly isWarning: boolean;
  readonly isDismissible: boolean;
  readonly priority: number;
  /** When it is shown, Unix time in milliseconds: start inclusive, end exclusive. */
  readonly startMs?: number;
  readonly endMs?: number;
}

export type Slots = Readonly<Partial<Record<SlotName, readonly SlotItem[]>>>;

type Plain = Readonly<Record<string, unknown>>;

/** Reads one field and returns the part of the item that comes from it. */
type FieldReader = (item: Plain, notes: FaultNotes) => Partial<SlotItem>;

/**
 * The content of a payload of the pack `content-slots`. Items of a later form or with a fault are
 * left out, so that the others are shown; unknown fields of an item are ignored.
 */
export function judgeContentSlots(payload: unknown): JudgedPayload<Slots> {
  const faults: PayloadFault[] = [];
  const notes = faultNotes(faults);
  if (!isPlain(payload)) notes.note("object", "refused");
  else if (payload["schema"] !== 1) notes.note("schema", "refused", "schema");
  else if (!isPlain(payload["slots"])) notes.note("object", "refused", "slots");
  else return { content: readSlots(payload["slots"], notes.at(".slots")), faults };
  return { content: undefined, faults };
}

function readSlots(slots: Plain, notes: FaultNotes): Slots {
  const seen = new Set<string>();
  for (const name of Object.keys(slots)) {
    if (!isSlotName(name)) notes.note("known_slot", "left_out", name);
  }
  const entries = slotNames.flatMap((name) => {
    const list = slots[name];
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      notes.note("list", "left_out", name);
      return [];
    }
    const items = list.flatMap(
      (item, index) => readItem(item, seen, notes.at(`.${name}[${index}]`)) ?? [],
    );
    return [[name, items.toSorted((one, other) => other.priority - one.priority)] as const];
  });
  return Object.fromEntries(entries);
}

const isSlotName = (name: string) => slotNames.some((known) => known === name);

function readItem(item: unknown, seen: Set<string>, notes: FaultNotes): SlotItem | undefined {
  if (!isPlain(item)) {
    notes.note("object", "left_out");
    return undefined;
  }
  let isLeftOut = false;
  const noting: FaultNotes = {
    at: notes.at,
    note(rule, effect, field) {
      isLeftOut ||= effect === "left_out";
      notes.note(rule, effect, field);
    },
  };
  const read: Partial<SlotItem> = Object.assign({}, ...readers.map((one) => one(item, noting)));
  for (const name of Object.keys(item)) {
    if (!knownFields.has(name)) notes.note("known_field", "ignored", name);
  }
  if (isLeftOut || read.id === undefined || !isNew(seen, read.id, noting)) return undefined;
  return read as SlotItem;
}

/** A dismissal names the id, so it could not distinguish a second item with the same id. */
function isNew(seen: Set<string>, id: string, notes: FaultNotes): boolean {
  const isFirst = !seen.has(id);
  if (isFirst) seen.add(id);
  else notes.note("new_id", "left_out", "id");
  return isFirst;
}

const knownFields: ReadonlySet<string> = new Set([
  ...["id", "kind", "title", "body", "imageUrl", "deeplink", "gradientStart", "gradientEnd"],
  ...["level", "dismissible", "priority", "startAt", "endAt"],
]);

const readId: FieldReader = (item, notes) => {
  const id = typeof item["id"] === "string" ? text(item, "id", notes) : undefined;
  if (id === undefined) notes.note("id", "left_out", "id");
  return id === undefined ? {} : { id };
};

const readKind: FieldReader = (item, notes) => {
  const kind = itemKinds.find((known) => known === item["kind"]);
  if (kind === undefined) notes.note("kind", "left_out", "kind");
  return kind === undefined ? {} : { kind };
};

const readTexts: FieldReader = (item, notes) => {
  const title = text(item, "title", notes);
  const body = text(item, "body", notes);
  if (title === undefined && body === undefined) notes.note("title_or_body", "left_out", "title");
  return { ...(title !== undefined && { title }), ...(body !== undefined && { body }) };
};

const readImage: FieldReader = ({ imageUrl: value }, notes) => {
  if (isAbsent(value)) return {};
  if (typeof value === "string" && URL.canParse(value)) {
    const { protocol, username, href } = new URL(value);
    if (protocol === "https:" && username === "") return { imageUrl: href };
  }
  notes.note("https_address", "ignored", "imageUrl");
  return {};
};

const readLink: FieldReader = ({ deeplink: link }, notes) => {
  if (isAbsent(link)) return {};
  const target = typeof link === "string" ? linkTarget(link) : undefined;
  if (target === undefined) notes.note("link_target", "ignored", "deeplink");
  return typeof link === "string" ? { target: target ?? null } : {};
};

const COLOR = /^#[0-9a-f]{6}$/i;

const readGradient: FieldReader = ({ gradientStart: start, gradientEnd: end }, notes) => {
  if (isAbsent(start) && isAbsent(end)) return {};
  const isColor = (value: unknown) => typeof value === "string" && COLOR.test(value);
  if (isColor(start) && isColor(end)) return { gradient: [String(start), String(end)] };
  notes.note("two_colours", "ignored", isColor(start) ? "gradientEnd" : "gradientStart");
  return {};
};

const readMarks: FieldReader = ({ level, dismissible, priority }, notes) => {
  const isKnown = isAbsent(level) || itemLevels.some((known) => known === level);
  if (!isKnown) notes.note("level", "ignored", "level");
  if (!isAbsent(dismissible) && typeof dismissible !== "boolean") {
    notes.note("boolean", "ignored", "dismissible");
  }
  const isNumber = typeof priority === "number" && Number.isFinite(priority);
  if (!isNumber) notes.note("number", "ignored", "priority");
  return {
    isWarning: level === "warning",
    isDismissible: dismissible === true,
    priority: isNumber ? priority : 0,
  };
};

const readWindow: FieldReader = (item, notes) => {
  const startMs = time(item, "startAt", notes);
  const endMs = time(item, "endAt", notes);
  // Such an item is never shown and does no harm.
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    notes.note("end_after_start", "ignored", "endAt");
  }
  return { ...(startMs !== undefined && { startMs }), ...(endMs !== undefined && { endMs }) };
};

const readers: readonly FieldReader[] = [
  ...[readId, readKind, readTexts, readImage, readLink, readGradient, readMarks, readWindow],
];

/** @returns undefined for an absent or empty text */
function text(item: Plain, field: keyof typeof itemTextMax, notes: FaultNotes): string | undefined {
  const { [field]: value } = item;
  if (isAbsent(value)) return undefined;
  if (typeof value !== "string") {
    notes.note("text", "ignored", field);
    return undefined;
  }
  const max = itemTextMax[field];
  const points = [...value.trim()];
  if (points.length <= max) return points.length === 0 ? undefined : value.trim();
  notes.note("length", "ignored", field);
  return `${points.slice(0, max - 1).join("")}…`;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** An unreadable time leaves the item out: a broken window does not mean "always". */
function time(item: Plain, field: "startAt" | "endAt", notes: FaultNotes): number | undefined {
  const { [field]: value } = item;
  if (isAbsent(value)) return undefined;
  const atMs = typeof value === "string" && RFC_3339.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(atMs)) return atMs;
  notes.note("time", "left_out", field);
  return undefined;
}

const isAbsent = (value: unknown) => value === undefined || value === null;
