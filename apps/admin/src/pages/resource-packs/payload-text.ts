import { packContainers, type ContainerId, type PayloadFault } from "@wordloom/contract/packs";

/** What the text of a payload says; undefined if it is no JSON. */
export function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The pack as one with a known form; undefined: any bytes will do. */
export function containerOf(packId: string): ContainerId | undefined {
  return Object.hasOwn(packContainers, packId) ? (packId as ContainerId) : undefined;
}

/** What apps would not read of a payload; for packs of an unknown form nothing is known. */
export function faultsOf(packId: string, text: string): readonly PayloadFault[] {
  const container = containerOf(packId);
  return container === undefined ? [] : packContainers[container](payloadOf(text)).faults;
}

const empty: Readonly<Record<ContainerId, object>> = {
  "content-slots": { schema: 1, slots: {} },
  "app-config": { schema: 1, flags: {} },
};

/** A payload with nothing in it: what withdraws what was shown. */
export function emptyPayload(packId: string): string {
  const container = containerOf(packId);
  return container === undefined ? "" : textOf(empty[container]);
}

/** As it is written in the editor. */
export function textOf(payload: unknown): string {
  return JSON.stringify(payload, null, 2);
}

type Plain = Readonly<Record<string, unknown>>;

/** The object at one name of a payload; empty for what is none. */
export function objectAt(value: unknown, name: string): Plain {
  const found = isPlain(value) ? value[name] : undefined;
  return isPlain(found) ? found : {};
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** With one field changed; without it for undefined. */
export function withField(object: Plain, name: string, value: unknown): Plain {
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...object, [name]: value };
}
