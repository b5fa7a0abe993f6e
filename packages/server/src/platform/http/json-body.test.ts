import { describe, expect, it } from "vitest";
import { AppError } from "../basics/app-error.ts";
import { parseJson } from "./json-body.ts";

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("parseJson", () => {
  it.each<[string, string, unknown]>([
    ["nothing as an empty object", "", {}],
    ["an object", '{"a":1}', { a: 1 }],
    ["the last of a key that stands there twice", '{"a":1,"a":2}', { a: 2 }],
    ["a text that begins with a byte order mark", '\uFEFF{"a":1}', { a: 1 }],
    ["characters beyond the basic plane", '"\\ud83d\\ude00"', "\u{1F600}"],
    ["brackets inside of strings for text", JSON.stringify("[{".repeat(200)), "[{".repeat(200)],
    ["escaped quotes for text", JSON.stringify(`"[`.repeat(90)), `"[`.repeat(90)],
    ["minus zero", "-0", -0],
  ])("accepts %s", (_name, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it("accepts 64 levels and refuses 65", () => {
    expect(parse(nested(64))).toHaveLength(1);
    expect(() => parse(nested(65))).toThrow(/64 levels/);
  });

  it.each<[string, Buffer | string]>([
    ["half a text", '{"a":'],
    ["white space only", "   "],
    ["two texts", "{}{}"],
    ["a number too many levels deep", "[".repeat(10_000)],
    ["objects too many levels deep", '{"a":'.repeat(10_000)],
    ["a string that never ends", `"${"[".repeat(100)}`],
    ["an escape at the end", `"${"a".repeat(100)}\\`],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
    ["gzip", Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0])],
    ["NUL in a value", '{"a":["\\u0000"]}'],
    ["NUL in a key", '{"\\u0000":1}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["a raw control character", '"\u0001"'],
    ["NaN", '{"a":NaN}'],
  ])("refuses %s", (_name, body) => {
    const refusal = { code: "INVALID_REQUEST_BODY" };
    const act = () => parseJson(typeof body === "string" ? Buffer.from(body) : body);
    expect(act).toThrow(AppError);
    expect(act).toThrow(expect.objectContaining(refusal));
  });

  it("accepts as many values as allowed, however large", () => {
    const marksMax = 5;
    expect(
      parseJson(Buffer.from(`[1,2,3,4,${" ".repeat(80)}"${"[,:".repeat(80)}"]`), { marksMax }),
    ).toHaveLength(5);
    expect(() => parseJson(Buffer.from(`[1,2,3,4,5,${" ".repeat(80)}6]`), { marksMax })).toThrow(
      /too many values/,
    );
  });

  it.each<[string, string]>([
    ["objects", "{},"],
    ["keys", '"k":1,'],
    ["objects with keys", '{"a":1},'],
    ["numbers", "1,"],
  ])("neither parses nor keeps 2 MiB of %s", (_name, part) => {
    const [open, close] = part.startsWith('"') ? ["{", "}"] : ["[", "]"];
    const parts = part.repeat(2 ** 21 / part.length).slice(0, -1);
    expect(() => parse(open + parts + close)).toThrow(/too many values/);
  });

  it("passes the beginning of such a body to a check with a more specific code", () => {
    const beginnings: unknown[] = [];
    const bytes = Buffer.from(`{"a":{"list":[{"b":1},{"b":2},{"b":3}],"z":${" ".repeat(64)}1}}`);
    const onTooMany = (beginning: unknown) => void beginnings.push(beginning);
    expect(() => parseJson(bytes, { marksMax: 15, onTooMany })).toThrow(/too many values/);
    expect(beginnings).toEqual([{ a: { list: [{ b: 1 }, { b: 2 }] } }]);
  });

  it("reports a body with too many values as malformed if it is not JSON up to there", () => {
    const onTooMany = () => expect.unreachable();
    const bytes = Buffer.from(`[}${"1,".repeat(100)}`);
    expect(() => parseJson(bytes, { marksMax: 7, onTooMany })).toThrow(/not JSON/);
  });

  it.each(['{"__proto__":{"admin":true},"b":1}', '{"\\u005f_proto__":{"admin":true},"b":1}'])(
    "drops the key __proto__ of %s",
    (text) => {
      const value = parse(text) as Record<string, unknown>;
      expect(Object.keys(value)).toEqual(["b"]);
      expect(value["admin"]).toBeUndefined();
    },
  );
});
