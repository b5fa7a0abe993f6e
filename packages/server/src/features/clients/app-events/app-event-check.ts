import {
  APP_EVENT_NAME,
  AppEventCategory,
  appEventLimits,
  errors,
  hasAtMost,
  type AppEventFaultCode,
} from "@wordloom/contract";

/** Allowed value of a property. */
type Scalar = string | number | boolean | null;

/** A valid event; its time is clamped to the allowed window. */
export interface CheckedEvent {
  readonly clientEventId: string;
  readonly name: string;
  readonly category: AppEventCategory;
  readonly atMs: number;
  /** The properties as JSON text, which escapes characters a database cannot store. */
  readonly propsJson: string | null;
}

interface EventFault {
  readonly index: number;
  readonly clientEventId: string | null;
  readonly code: AppEventFaultCode;
  readonly message: string;
}

export interface CheckedBatch {
  readonly events: readonly CheckedEvent[];
  readonly faults: readonly EventFault[];
}

type Fields = Readonly<Record<string, unknown>>;

const CATEGORIES: ReadonlySet<unknown> = new Set(AppEventCategory.options);

/**
 * Checks each event separately. Of events with the same id in a batch, only the first is valid.
 *
 * @param nowMs  the server's time, milliseconds
 */
export function checkBatch(batch: readonly unknown[], nowMs: number): CheckedBatch {
  const events: CheckedEvent[] = [];
  const faults: EventFault[] = [];
  const ids = new Set<string>();
  for (const [index, entry] of batch.entries()) {
    const fields = isObject(entry) ? entry : {};
    const code = faultOf(fields, ids);
    if (isId(fields["clientEventId"])) ids.add(fields["clientEventId"]);
    if (code === undefined) events.push(toChecked(fields, nowMs));
    else faults.push(toFault(index, fields["clientEventId"], code));
  }
  return { events, faults };
}

function faultOf(fields: Fields, ids: ReadonlySet<string>): AppEventFaultCode | undefined {
  const { clientEventId, name, category, clientTsMs, props } = fields;
  if (!isId(clientEventId)) return "APP_EVENT_INVALID_ID";
  if (ids.has(clientEventId)) return "APP_EVENT_DUPLICATE_ID";
  if (typeof name !== "string" || !APP_EVENT_NAME.test(name)) return "APP_EVENT_INVALID_NAME";
  if (!CATEGORIES.has(category)) return "APP_EVENT_INVALID_CATEGORY";
  if (!Number.isFinite(clientTsMs)) return "APP_EVENT_INVALID_TS";
  return areProps(props) ? undefined : "APP_EVENT_INVALID_PROPS";
}

/** An id is a key in the database, which cannot hold NUL or half a surrogate pair. */
function isId(id: unknown): id is string {
  if (typeof id !== "string" || id.trim() === "") return false;
  if (id.includes("\0") || !id.isWellFormed()) return false;
  return hasAtMost(id, appEventLimits.idCharacters);
}

function areProps(props: unknown): boolean {
  if (props === undefined || props === null) return true;
  if (!isObject(props)) return false;
  const values = Object.values(props);
  if (values.length > appEventLimits.propsKeys || !values.every(isScalar)) return false;
  return Buffer.byteLength(JSON.stringify(props)) <= appEventLimits.propsBytes;
}

function isScalar(value: unknown): value is Scalar {
  if (typeof value === "string") return hasAtMost(value, appEventLimits.propsTextCharacters);
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "boolean" || value === null;
}

function toChecked(fields: Fields, nowMs: number): CheckedEvent {
  const { clientEventId, name, category, clientTsMs, props } = fields;
  const [earliestMs, latestMs] = [nowMs - appEventLimits.backMs, nowMs + appEventLimits.aheadMs];
  return {
    clientEventId: clientEventId as string,
    name: name as string,
    category: category as AppEventCategory,
    atMs: Math.min(latestMs, Math.max(earliestMs, Math.trunc(clientTsMs as number))),
    propsJson: props === undefined || props === null ? null : JSON.stringify(props),
  };
}

function toFault(index: number, id: unknown, code: AppEventFaultCode): EventFault {
  const clientEventId = typeof id === "string" ? id.slice(0, appEventLimits.idCharacters) : null;
  return { index, clientEventId, code, message: errors[code].message };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
