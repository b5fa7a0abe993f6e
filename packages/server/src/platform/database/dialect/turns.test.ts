import { describe, expect, it } from "vitest";
import { createTurns, TurnTimeoutError } from "./turns.ts";

const WAIT_MAX_MS = 20;

describe("createTurns", () => {
  it("lets the next in only after the one before has left, in order of arrival", async () => {
    const turns = createTurns(1_000);
    const entered: string[] = [];
    await turns.take();
    const others = ["first", "second"].map((name) => turns.take().then(() => entered.push(name)));
    await Promise.resolve();
    expect(entered).toEqual([]);

    turns.leave();
    await others[0];
    expect(entered).toEqual(["first"]);

    turns.leave();
    await others[1];
    expect(entered).toEqual(["first", "second"]);
  });

  it("does not let a newcomer pass those who wait", async () => {
    const turns = createTurns(1_000);
    const entered: string[] = [];
    await turns.take();
    const waiting = turns.take().then(() => entered.push("waiting"));
    turns.leave();
    const newcomer = turns.take().then(() => entered.push("newcomer"));
    await waiting;
    turns.leave();
    await newcomer;
    expect(entered).toEqual(["waiting", "newcomer"]);
  });

  it("turns away who waited too long, and gives the turn to the others", async () => {
    const turns = createTurns(WAIT_MAX_MS);
    await turns.take();
    await expect(turns.take()).rejects.toBeInstanceOf(TurnTimeoutError);
    turns.leave();
    await expect(turns.take()).resolves.toBeUndefined();
  });

  it("gives the turn back to who stepped aside, however long the others take", async () => {
    const turns = createTurns(WAIT_MAX_MS);
    const entered: string[] = [];
    await turns.take();
    const back = turns.stepAside(0).then(() => entered.push("back"));
    await turns.take();
    await expect(turns.take()).rejects.toBeInstanceOf(TurnTimeoutError);
    expect(entered).toEqual([]);
    turns.leave();
    await back;
    await expect(turns.take()).rejects.toBeInstanceOf(TurnTimeoutError);
  });
});
