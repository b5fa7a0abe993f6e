import { describe, expect, it } from "vitest";
import { addEvent, eventTotals, OTHER, signatureOf, type CountedEvent } from "./event-totals.ts";
import { countLearners } from "./learner-set.ts";

let seq = 0;
const event = (about: Partial<CountedEvent> = {}): CountedEvent => ({
  seq: (seq += 1),
  learner: 1,
  name: "word_lookup",
  category: "behavior",
  atMs: 1_000,
  platform: "ios",
  props: {},
  ...about,
});

function totalsOf(events: readonly CountedEvent[]) {
  const totals = eventTotals();
  for (const one of events) addEvent(totals, one);
  return totals;
}

describe("addEvent", () => {
  it("counts by category and name", () => {
    const { names } = totalsOf([event(), event(), event({ category: "perf" })]);
    expect([...names.entries.values()].map(({ events }) => events)).toEqual([2, 1]);
  });

  it("adds learners to the sets of their events and platforms", () => {
    const { learners } = totalsOf([
      event({ learner: 1, name: "screen_view", props: { screen: "study" } }),
      event({ learner: 2, name: "screen_view", props: { screen: "home" }, platform: "amiga" }),
      event({ learner: undefined }),
    ]);
    const sizes = [...learners.entries].map(([kind, set]) => [kind, countLearners(set)]);
    expect(Object.fromEntries(sizes)).toEqual({
      any: 2,
      "platform:ios": 1,
      "platform:other": 1,
      "behavior:screen_view": 2,
      "screen:study": 1,
    });
  });

  it("adds valid durations to the timings", () => {
    const times = [120, 80, -1, "90", undefined].map((ms) =>
      event({ name: "api_rtt", category: "perf", props: { ms } }),
    );
    const { timings } = totalsOf([...times, event({ props: { ms: 5 } })]);
    expect([...timings.entries.keys()]).toEqual(["api_rtt"]);
    expect(timings.entries.get("api_rtt")?.count).toBe(2);
  });

  it("groups errors, with the latest three as samples", () => {
    const crash = (atMs: number) =>
      event({ name: "crash", category: "error", atMs, props: { signature: "s" } });
    const events = [crash(4), crash(9), crash(2), crash(3)];
    const [group] = totalsOf(events).errors.entries.values();
    const sampleSeqs = events.slice(1).map((one) => one.seq);
    expect(group).toEqual({ name: "crash", signature: "s", events: 4, lastAtMs: 9, sampleSeqs });
  });

  it("distinguishes at most 200 names of a category", () => {
    const named = (n: number) => event({ name: `n${n}` });
    const events = Array.from({ length: 205 }, (_, n) => named(n));
    const { names } = totalsOf([...events, named(0), event({ name: "x", category: "perf" })]);
    expect(names.entries.size).toBe(202);
    expect(names.entries.get(`behavior:${OTHER}`)?.events).toBe(5);
    expect(names.entries.get("behavior:n0")?.events).toBe(2);
    expect(names.entries.has("perf:x")).toBe(true);
  });

  it("distinguishes at most 500 groups of errors", () => {
    const fault = (n: number) =>
      event({ name: "app_error", category: "error", props: { signature: `s${n}` } });
    const { errors } = totalsOf(Array.from({ length: 507 }, (_, n) => fault(n)));
    expect(errors.entries.size).toBe(501);
    expect(errors.entries.get(`app_error:${OTHER}`)?.events).toBe(7);
  });
});

describe("signatureOf", () => {
  it.each([
    [{ signature: "abc", endpoint: "/x" }, "abc"],
    [{ endpoint: "/api/words/:id", status: 500, code: "INTERNAL" }, "/api/words/:id 500 INTERNAL"],
    [{ endpoint: "/x", status: 502, code: null }, "/x 502"],
    [{ kind: "other" }, ""],
    [{ signature: 7 }, ""],
    [{ signature: "a\0b\ud800" }, "a\uFFFDb\uFFFD"],
    [{ signature: "😀".repeat(300) }, "😀".repeat(200)],
  ])("of %j is %j", (props, expected) => {
    expect(signatureOf(props)).toBe(expected);
  });
});
