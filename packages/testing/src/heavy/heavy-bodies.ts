import { schemasIn, sizeRuleOf, type Endpoint } from "@wordloom/contract";
import { usualBody, type UsualValues } from "../content/usual-requests.ts";

/** Bodies made from the schema of an endpoint, all as large as the endpoint allows. */

const BODY_MAX_BYTES = 2 * 1024 * 1024;
/** Marks the place of the heavy part in the text of a usual body. */
const MARK = "@heavy@";

export interface HeavyRequest {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** Used instead of `body`. */
  readonly bytes?: () => Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Name → body. */
export type Bodies = Readonly<Record<string, () => Buffer>>;

/** The worst bodies for the JSON parser at any endpoint: nothing else reads them. */
export function heavyJson(bytes: number): Bodies {
  const array = (part: string) => () => Buffer.from(`[${filled(part, bytes)}]`);
  const object = (part: string) => () => Buffer.from(`{${filled(part, bytes)}}`);
  return {
    "empty objects": array("{},"),
    "empty arrays": array("[],"),
    "an object for every key": object('"a":{},'),
    "one key again and again": object('"a":1,'),
    "different keys": () => Buffer.from(`{${counted((n) => `"${n}k":1,`, bytes)}}`),
    "objects of different shapes": () => Buffer.from(`[${counted((n) => `{"${n}k":1},`, bytes)}]`),
    "numbers as keys": () => Buffer.from(`{${counted((n) => `"${n * 7}":1,`, bytes)}}`),
    "long numbers": array("1.7976931348623157e308,"),
    "empty texts": array('"",'),
    "deep arrays": array(`${"[".repeat(60)}${"]".repeat(60)},`),
    "open arrays": () => Buffer.from("[".repeat(bytes)),
    "open objects": () => Buffer.from('{"a":'.repeat(bytes / 5)),
    "one escaped letter and as many objects as are parsed": () =>
      Buffer.from(`["\\u0041",${filled('{"a":1},', 8 * 23_000)}]`),
    "as many different keys as are parsed": () =>
      Buffer.from(`{"\\u0041":1,${counted((n) => `"${n}k":1,`, 9.9 * 29_000)}}`),
    "an escaped text": () => Buffer.from(`{"a":"${"\\u0041".repeat(bytes / 6 - 4)}"}`),
    "a text without an end": () => Buffer.from(`"${"[".repeat(bytes - 1)}`),
    spaces: () => Buffer.from(" ".repeat(bytes)),
  };
}

/** Usual bodies in which one list, dictionary, free JSON or text is as large as possible. */
export function heavyFields(endpoint: Endpoint, usual: UsualValues): Bodies {
  const { body, bodyMaxBytes = BODY_MAX_BYTES } = endpoint;
  if (body === undefined) return {};
  const bodies: Record<string, () => Buffer> = {};
  for (const { schema, path } of schemasIn(body)) {
    const { type } = schema.def;
    const make = (part: string) => () => withPart(endpoint, usual, path, part, bodyMaxBytes);
    for (const [kind, part] of Object.entries(partsOf(type))) {
      bodies[`${path.join(".")}: ${kind}`] ??= make(part);
    }
    if (type === "array" && sizeRuleOf(schema) === undefined) throw new Error("no limit");
  }
  return bodies;
}

/** Repeated until the body is full. */
function partsOf(type: string): Readonly<Record<string, string>> {
  switch (type) {
    case "array":
      return { "empty objects": "[{},]", texts: '["a",]', nulls: "[null,]" };
    case "record":
      return { "different keys": '{"#":1,}', "one key": '{"a":1,}' };
    case "unknown":
      return { "deep arrays": `[${"[".repeat(40)}${"]".repeat(40)},]`, objects: '[{"a":1},]' };
    case "string":
      // Letters for patterns, spaces around a letter for trimming, characters of two code units.
      return { letters: '"a"', spaces: '" x "', dots: '"1.1-a."', emoji: '"😀"', mail: '"a@b-c."' };
    default:
      return {};
  }
}

/** The usual body with `part` at `path`, repeated inside its brackets or quotes. */
function withPart(
  endpoint: Endpoint,
  usual: UsualValues,
  path: readonly string[],
  part: string,
  maxBytes: number,
): Buffer {
  const text = JSON.stringify(placed(usualBody(endpoint, usual), path));
  const [open, inner, close] = [part[0] ?? "", part.slice(1, -1), part.at(-1) ?? ""];
  const room = maxBytes - Buffer.byteLength(text) - 2;
  const content = inner.includes("#")
    ? counted((n) => inner.replace("#", `${n}k`), room)
    : inner.endsWith(",")
      ? filled(inner, room)
      : inner.repeat(Math.floor(room / Buffer.byteLength(inner)));
  return Buffer.from(text.replace(`"${MARK}"`, () => open + content + close));
}

function placed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return MARK;
  if (name === "*") return [placed(Array.isArray(value) ? value[0] : undefined, rest)];
  const held = typeof value === "object" && value !== null ? value : {};
  return { ...held, [name]: placed((held as Record<string, unknown>)[name], rest) };
}

/** A part with a trailing comma, repeated to the size; without the last comma. */
function filled(part: string, bytes: number): string {
  return part.repeat(Math.max(1, Math.floor((bytes - 2) / part.length))).slice(0, -1);
}

function counted(part: (n: number) => string, bytes: number): string {
  const parts: string[] = [];
  for (let size = 2, n = 0; ; n += 1) {
    const next = part(n);
    size += next.length;
    if (size > bytes) break;
    parts.push(next);
  }
  return parts.join("").slice(0, -1);
}

/** A picture of this many bytes: the header of a PNG, then zeros. */
export function avatar(bytes: number): Buffer {
  const png = Buffer.alloc(bytes);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return png;
}

/** A list with this many words, as spreadsheets save it. */
export function csvFile(lines: number): Buffer {
  const line = (n: number) => `heavy ${n},meaning ${n}`;
  return Buffer.from(Array.from({ length: lines }, (_, n) => line(n)).join("\n"));
}

/** The state of a word before it was marked as mastered. */
export function earlier(wordId: string): object {
  const [masteryLevel, at] = [0.5, "2026-04-01T10:00:00.000Z"];
  return { wordId, state: "learning", masteryLevel, nextReviewDate: at, updatedAt: at };
}
