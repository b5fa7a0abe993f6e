import { describe, expect, it } from "vitest";
import { NothingSent, RequestRefused } from "./deliver.ts";
import { createRetries } from "./retries.ts";
import { sendFault } from "./send-fault.ts";
import { fakeTimers } from "./testing/fake-service.ts";

function retries(random = 0) {
  const timers = fakeTimers();
  let runs = 0;
  const made = createRetries({
    run: () => (runs += 1),
    after: timers.after,
    random: () => random,
  });
  return { ...made, timers, runs: () => runs };
}

describe("attempts after a failure", () => {
  it("get rarer, up to two minutes apart", () => {
    const { later, timers } = retries(0.5);
    const pauses = Array.from({ length: 9 }, () => {
      later(undefined);
      return timers.waiting()[0] ?? 0;
    });
    expect(pauses.slice(0, 3)).toEqual([1_500, 3_000, 6_000]);
    expect(pauses.at(-1)).toBe(90_000);
  });

  it("are spread, so that browsers do not all return at once", () => {
    const [soonest, latest] = [retries(0), retries(0.999)];
    soonest.later(undefined);
    latest.later(undefined);
    expect(soonest.timers.waiting()[0]).toBe(1_000);
    expect(latest.timers.waiting()[0]).toBeGreaterThan(1_990);
  });

  it("wait as long as the service asks, within reason", () => {
    const { later, timers } = retries();
    later(30_000);
    expect(timers.waiting()).toEqual([30_000]);
    later(7 * 86_400_000);
    expect(timers.waiting()).toEqual([15 * 60_000]);
  });

  it("run one at a time and stop after a success", async () => {
    const { later, reset, timers, runs } = retries();
    later(undefined);
    later(undefined);
    await timers.pass();
    expect(runs()).toBe(1);
    later(undefined);
    reset();
    expect(timers.waiting()).toEqual([]);
    later(undefined);
    expect(timers.waiting()).toEqual([1_000]);
  });
});

const failed = (status: number) =>
  sendFault(Object.assign(new Error(), { status, code: "X", retryAfterSecs: 7 }));

describe("a failed request", () => {
  it.each([401, 403, 408, 429, 503])("has surely delivered nothing: %d", (status) => {
    expect(failed(status)).toBeInstanceOf(NothingSent);
    expect(failed(status)).toMatchObject({ retryAfterSecs: 7 });
  });

  it.each([400, 404, 409, 413, 422])("was refused for good: %d", (status) => {
    expect(failed(status)).toBeInstanceOf(RequestRefused);
  });

  it.each([0, 500, 502, 504])("may have delivered its entries: %d", (status) => {
    expect(failed(status)).not.toBeInstanceOf(NothingSent);
    expect(failed(status)).not.toBeInstanceOf(RequestRefused);
  });
});
