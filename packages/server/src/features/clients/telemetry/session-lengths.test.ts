import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countSessions, type TimedReport } from "./session-lengths.ts";

const start = (secs: number | null = 0) => ({ event_type: "session_start", secs });
const at = (secs: number | null) => ({ event_type: "periodic", secs });

/** Reports, one second apart. */
function reports(...list: { event_type: string; secs: number | null }[]): TimedReport[] {
  return list.map(({ event_type, secs }, n) => ({
    event_type,
    session_duration_secs: secs,
    client_at_ms: n * 1_000,
    server_at_ms: n * 1_000 + 1,
  }));
}

describe("countSessions", () => {
  it.each([
    ["nothing", [], 0, 0],
    ["reports without durations", [at(null), at(null)], 0, 0],
    ["a session from its start", [start(), at(5), at(12)], 1, 12],
    ["a start without a duration", [start(null), at(3), at(3)], 1, 3],
    ["a repeated start", [start(), start(), at(8)], 2, 8],
    ["a session without a start", [at(5), at(9)], 1, 9],
    ["a duration that starts over", [at(40), at(50), at(null), at(10), at(29), at(28)], 3, 107],
    ["several starts", [start(), at(5), at(12), start(), at(6)], 2, 18],
  ])("counts %s", (_name, list, count, totalSecs) => {
    expect(countSessions(reports(...list))).toEqual({ count, totalSecs });
  });

  it("counts reports of one type in sessions determined by all", () => {
    const all = reports(start(), at(5), start(), at(6), start());
    expect(countSessions(all, "periodic")).toEqual({ count: 2, totalSecs: 11 });
    expect(countSessions(all, "session_start")).toEqual({ count: 3, totalSecs: 0 });
    expect(countSessions(all, "on_demand")).toEqual({ count: 0, totalSecs: 0 });
  });

  it("does not depend on the order of arrival", () => {
    const session = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 8 });
    const shuffled = fc.array(session, { maxLength: 5 }).chain((sessions) => {
      const list = sessions.flatMap((lengths) => [
        start(),
        ...lengths.toSorted((a, b) => a - b).map(at),
      ]);
      return fc.tuple(
        fc.constant(sessions),
        fc.shuffledSubarray(reports(...list), {
          minLength: list.length,
        }),
      );
    });
    fc.assert(
      fc.property(shuffled, ([sessions, list]) => {
        const totalSecs = sessions.reduce((sum, lengths) => sum + Math.max(...lengths), 0);
        expect(countSessions(list)).toEqual({ count: sessions.length, totalSecs });
      }),
      { seed: 20_260_501 },
    );
  });
});
