import { appEventVocabulary } from "@wordloom/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBatch } from "./app-event-check.ts";

const NOW_MS = Date.parse("2026-05-01T12:00:00Z");
const DAY_MS = 86_400_000;
const good = { clientEventId: "e1", name: "word_lookup", category: "behavior", clientTsMs: NOW_MS };

/** The error code of an event; `ok` if it is valid. */
function verdict(change: object): string {
  return checkBatch([{ ...good, ...change }], NOW_MS).faults[0]?.code ?? "ok";
}

function props(keys: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, value]));
}

describe("checkBatch", () => {
  it.each([
    ["an event id of 128 characters", { clientEventId: "😀".repeat(128) }, "ok"],
    ["an event id of 129 characters", { clientEventId: "i".repeat(129) }, "APP_EVENT_INVALID_ID"],
    ["no id", { clientEventId: undefined }, "APP_EVENT_INVALID_ID"],
    ["a blank id", { clientEventId: "  " }, "APP_EVENT_INVALID_ID"],
    ["a number as id", { clientEventId: 7 }, "APP_EVENT_INVALID_ID"],
    ["an id with NUL", { clientEventId: "a\0b" }, "APP_EVENT_INVALID_ID"],
    ["an id with half a pair", { clientEventId: "a\ud800" }, "APP_EVENT_INVALID_ID"],
    ["a name of 64 characters", { name: "n".repeat(64) }, "ok"],
    ["a name of 65 characters", { name: "n".repeat(65) }, "APP_EVENT_INVALID_NAME"],
    ["an empty name", { name: "" }, "APP_EVENT_INVALID_NAME"],
    ["a name in capitals", { name: "Crash" }, "APP_EVENT_INVALID_NAME"],
    ["a name with a line end", { name: "crash\n" }, "APP_EVENT_INVALID_NAME"],
    ["a name nobody knows", { name: "shook_the_phone_2" }, "ok"],
    ["no category", { category: undefined }, "APP_EVENT_INVALID_CATEGORY"],
    ["another category", { category: "sales" }, "APP_EVENT_INVALID_CATEGORY"],
    ["no time", { clientTsMs: undefined }, "APP_EVENT_INVALID_TS"],
    ["a time as text", { clientTsMs: String(NOW_MS) }, "APP_EVENT_INVALID_TS"],
    ["an endless time", { clientTsMs: Infinity }, "APP_EVENT_INVALID_TS"],
    ["null as properties", { props: null }, "ok"],
    ["16 properties", { props: props(16, 1) }, "ok"],
    ["17 properties", { props: props(17, 1) }, "APP_EVENT_INVALID_PROPS"],
    ["a list as properties", { props: [] }, "APP_EVENT_INVALID_PROPS"],
    ["a text as properties", { props: "a" }, "APP_EVENT_INVALID_PROPS"],
    ["an object inside", { props: { a: {} } }, "APP_EVENT_INVALID_PROPS"],
    ["a list inside", { props: { a: [] } }, "APP_EVENT_INVALID_PROPS"],
    ["an endless number", { props: { a: Infinity } }, "APP_EVENT_INVALID_PROPS"],
    ["texts, numbers, flags and null", { props: { a: "b", c: 1.5, d: true, e: null } }, "ok"],
    ["a text of 128 characters", { props: { a: "😀".repeat(128) } }, "ok"],
    ["a text of 129 characters", { props: { a: "a".repeat(129) } }, "APP_EVENT_INVALID_PROPS"],
    ["properties with NUL and half a pair", { props: { "a\0": "\0\ud800" } }, "ok"],
  ])("judges %s", (_what, change, expected) => {
    expect(verdict(change)).toBe(expected);
  });

  it("accepts 2048 bytes of properties, and not one more", () => {
    const wide = (twos: number, ones: number) => ({ ["ü".repeat(twos) + "a".repeat(ones)]: 1 });
    const exact = wide(1_020, 2);
    expect(Buffer.byteLength(JSON.stringify(exact))).toBe(2_048);
    expect(verdict({ props: exact })).toBe("ok");
    expect(verdict({ props: wide(1_020, 3) })).toBe("APP_EVENT_INVALID_PROPS");
  });

  it.each([["text"], [null], [7], [[]]])("refuses %j in place of an event", (entry) => {
    const { faults } = checkBatch([entry], NOW_MS);
    expect(faults).toMatchObject([{ index: 0, clientEventId: null, code: "APP_EVENT_INVALID_ID" }]);
  });

  it("refuses the second event with an id, even after an invalid first one, with its index", () => {
    const { events, faults } = checkBatch([good, { ...good, name: "other" }], NOW_MS);
    expect(events).toMatchObject([{ clientEventId: "e1", name: "word_lookup" }]);
    const twin = { index: 1, clientEventId: "e1", code: "APP_EVENT_DUPLICATE_ID" };
    expect(faults).toMatchObject([twin]);
    expect(checkBatch([{ ...good, name: "" }, good], NOW_MS).faults).toMatchObject([
      { index: 0, code: "APP_EVENT_INVALID_NAME" },
      twin,
    ]);
  });

  it.each([
    ["7 days ago", -7 * DAY_MS, -7 * DAY_MS],
    ["longer ago", -8 * DAY_MS, -7 * DAY_MS],
    ["in 5 minutes", 300_000, 300_000],
    ["later", 300_001, 300_000],
    ["long before any clock", -1e300, -7 * DAY_MS],
    ["between two milliseconds", -10.5, -11],
  ])("clamps the time of an event %s to the window", (_when, deltaMs, expectedMs) => {
    const { events } = checkBatch([{ ...good, clientTsMs: NOW_MS + deltaMs }], NOW_MS);
    expect(events[0]?.atMs).toBe(NOW_MS + expectedMs);
  });

  it("accepts an entry or gives a reason, for any input", () => {
    // Includes halves of surrogate pairs.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const oddText = fc.string({ unit, maxLength: 140 });
    const odd = fc.oneof(oddText, fc.double(), fc.constantFrom(null, {}, [], "perf", NOW_MS));
    const record = { clientEventId: odd, name: odd, category: odd, clientTsMs: odd };
    const props = fc.dictionary(oddText, odd, { maxKeys: 18 });
    const change = fc.record({ ...record, props: fc.oneof(odd, props) }, { requiredKeys: [] });
    const entry = fc.oneof(
      fc.jsonValue(),
      change.map((fields) => ({ ...good, ...fields })),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (batch) => {
        const { events, faults } = checkBatch(batch, NOW_MS);
        expect(events.length + faults.length).toBe(batch.length);
        for (const { clientEventId, propsJson } of events) {
          const stored = clientEventId + (propsJson ?? "");
          expect([stored.includes("\0"), stored.isWellFormed()]).toEqual([false, true]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("preserves properties, in a form any database can store", () => {
    const { events } = checkBatch([{ ...good, props: { a: "\0\ud800ü" } }], NOW_MS);
    expect(events[0]?.propsJson).toBe('{"a":"\\u0000\\ud800ü"}');
  });

  it.each(Object.entries(appEventVocabulary))("accepts %s of the vocabulary", (name, known) => {
    expect(verdict({ name, category: known.category })).toBe("ok");
  });
});
