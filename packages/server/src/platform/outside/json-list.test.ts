import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonListScanner, JsonListError, parsePart } from "./json-list.ts";

type Bytes = string | Uint8Array;

/** Reads a document in pieces of this many bytes. */
function read(document: Bytes, { pieceBytes = 7, maxEntries = 100 } = {}) {
  const bytes = Buffer.from(document);
  const scanner = createJsonListScanner({ list: "words", maxEntries });
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    scanner.push(bytes.subarray(start, start + pieceBytes));
  }
  const { head, count, parts } = scanner.end();
  return { head, count, parts, entries: parts.flatMap((part) => parsePart(part)) };
}

function faultOf(document: Bytes, options?: Parameters<typeof read>[1]): string | undefined {
  try {
    read(document, options);
    return undefined;
  } catch (error) {
    if (error instanceof JsonListError) return error.fault;
    throw error;
  }
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("createJsonListScanner", () => {
  it("reads what JSON.parse reads, however the document is split", () => {
    const entries = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 20 });
    const rest = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    const space = fc.constantFrom(undefined, 1, "\t", "\n  ");
    const property = fc.property(
      entries,
      rest,
      rest,
      space,
      fc.integer({ min: 1, max: 64 }),
      (words, before, after, indent, pieceBytes) => {
        const { words: _, ...later } = after;
        const document = JSON.stringify({ ...before, words, ...later }, undefined, indent);
        fc.pre(!document.includes("\\u0000"));
        const result = read(document, { pieceBytes });
        expect(result.head).toEqual({ ...JSON.parse(document), words: [] });
        expect(result.entries).toEqual(JSON.parse(document).words);
        expect(result.count).toBe(words.length);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it("accepts and refuses the same documents as JSON.parse", () => {
    const valid = Buffer.from('{"a":[1],"words":[{"b":"],\\\\\\""},[ ],"ä"] ,"c":{"words":[2]}}');
    const change = fc.tuple(
      fc.nat(valid.length - 1),
      fc.oneof(fc.constantFrom(...Buffer.from('{}[],:"\\ \n1')), fc.integer({ min: 0, max: 255 })),
    );
    const property = fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
      const bytes = Buffer.from(valid);
      for (const [index, byte] of changes) bytes[index] = byte;
      const expected = parsed(bytes);
      fc.pre(expected === undefined || Array.isArray(expected.words));
      const result = faultOf(bytes) === undefined ? read(bytes).entries : undefined;
      expect(result).toEqual(expected?.words);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("cuts a long list into parts of limited size", () => {
    const words = Array.from({ length: 5_000 }, (_, number) => `${number}`.padEnd(200));
    const long = read(JSON.stringify({ words }), { pieceBytes: 10_000, maxEntries: 5_000 });
    expect(long.entries).toEqual(words);
    expect(Math.max(...long.parts.map(({ bytes }) => bytes.length))).toBeLessThan(33_000);
    const short = read(JSON.stringify({ words: Array(1_200).fill(0) }), { maxEntries: 1_200 });
    expect(short.parts.map(({ count }) => count)).toEqual([...Array<number>(6).fill(200)]);
  });

  it("refuses a comma after the last entry of a part", () => {
    const entries = Array(200).fill("0").join();
    expect(faultOf(`{"words":[${entries}]}`, { maxEntries: 200 })).toBeUndefined();
    expect(faultOf(`{"words":[${entries},]}`, { maxEntries: 201 })).toBe("invalid");
    expect(faultOf(`{"words":[${entries},,0]}`, { maxEntries: 210 })).toBe("invalid");
  });

  it.each([
    ["an escaped name", '{"w\\u006frds":[1]}', [1]],
    ["a byte order mark", '\uFEFF{"words":[1]}', [1]],
    [
      "lists of this name elsewhere",
      '{"a":{"words":[2]},"words":[[{"words":[3]}]]}',
      [[{ words: [3] }]],
    ],
    ["another value of this name before", '{"words":5,"words":[1]}', [1]],
    ["brackets in texts", '{"a":"[\\"","words":["]}","\\\\",","]}', ["]}", "\\", ","]],
    [
      "keys of prototypes",
      '{"__proto__":{"words":[2]},"words":[{"__proto__":1}]}',
      [JSON.parse('{"__proto__":1}')],
    ],
    ["a list without entries", '{"words":[ \n ]}', []],
    ["no list", '{"a":1}', []],
    ["64 levels", `{"words":[${deep(62)}]}`, [JSON.parse(deep(62))]],
  ])("reads %s", (_, document, entries) => {
    expect(read(document).entries).toEqual(entries);
  });

  it.each<[string, Bytes]>([
    ["nothing", ""],
    ["a list", "[1]"],
    ["text", "<html>"],
    ["two documents", '{"words":[1]}{}'],
    ["a document that breaks off", '{"words":[1]'],
    ["a document that breaks off in a text", '{"words":["'],
    ["two lists of this name", '{"words":[1],"words":[2]}'],
    ["65 levels", `{"words":[${deep(63)}]}`],
    ["NUL in an entry", '{"words":["\\u0000"]}'],
    ["NUL elsewhere", '{"a":"\\u0000","words":[]}'],
    ["what is not UTF-8", Buffer.from('{"words":["\xff"]}', "latin1")],
    ["a byte order mark inside", '{"words":[\uFEFF1]}'],
  ])("refuses %s", (_, document) => {
    expect(faultOf(document)).toBe("invalid");
  });

  it("counts the entries before it parses any", () => {
    expect(faultOf(`{"words":[${"{},".repeat(100)}`)).toBe("too_large");
    expect(faultOf(`{"words":[${"{]".repeat(100)}`)).toBe("invalid");
  });

  it.each([
    ["an entry", (values: string) => `{"words":[[${values}],[${values}]]}`],
    ["the rest", (values: string) => `{"a":[${values}],"words":[]}`],
  ])("refuses %s of more than 5,000 values", (_, make) => {
    const options = { pieceBytes: 100_000 };
    expect(faultOf(make("0,".repeat(4_900) + 0), options)).toBeUndefined();
    expect(faultOf(make("0,".repeat(5_000) + 0), options)).toBe("too_large");
    expect(faultOf(make("[],".repeat(2_600) + 0), options)).toBe("too_large");
  });

  it.each([
    ["an entry", (text: string) => `{"words":["${text}"]}`],
    ["the rest", (text: string) => `{"a":"${text}","words":[]}`],
    ["white space in the list", (text: string) => `{"words":[${text.replaceAll("x", " ")}]}`],
  ])("refuses %s of more than 1 MiB", (_, make) => {
    const options = { pieceBytes: 100_000 };
    expect(faultOf(make("x".repeat(1_048_500)), options)).toBeUndefined();
    expect(faultOf(make("x".repeat(1_048_600)), options)).toBe("too_large");
  });
});

function parsed(bytes: Uint8Array): { words?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as object;
  } catch {
    return undefined;
  }
}
