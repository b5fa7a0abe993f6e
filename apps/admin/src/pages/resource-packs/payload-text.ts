import { packContainers, type ContainerId, type PayloadFault } from "@wordloom/contract/packs";

/** The parsed payload; undefined if the text is not JSON. */
export function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The pack's id if its format is known; undefined if it may contain any bytes. */
export function containerOf(packId: string): ContainerId | undefined {
  return Object.hasOwn(packContainers, packId) ? (packId as ContainerId) : undefined;
}

/** The parts that apps would not read; empty for packs of an unknown format. */
export function faultsOf(packId: string, text: string): readonly PayloadFault[] {
  const container = containerOf(packId);
  return container === undefined ? [] : packContainers[container](payloadOf(text)).faults;
}

const empty: Readonly<Record<ContainerId, object>> = {
  "content-slots": { schema: 1, slots: {} },
  "app-config": { schema: 1, flags: {} },
};

/** An empty payload, which removes the displayed content. */
export function emptyPayload(packId: string): string {
  const container = containerOf(packId);
  return container === undefined ? "" : textOf(empty[container]);
}

/** The payload as the editor shows it. */
export function textOf(payload: unknown): string {
  return JSON.stringify(payload, null, 2);
}

type Plain = Readonly<Record<string, unknown>>;

/** The object under a name in a payload; empty if there is none. */
export function objectAt(value: unknown, name: string): Plain {
  const found = isPlain(value) ? value[name] : undefined;
  return isPlain(found) ? found : {};
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy with one field changed, or removed for undefined. */
export function withField(object: Plain, name: string, value: unknown): Plain {
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...object, [name]: value };
}
