import { describe, expect, it } from "vitest";
import { withStandIn, type BrowserStore } from "../../platform/browser-store.ts";
import { memoryTables } from "../../platform/memory-tables.ts";
import type { WordAct } from "./outbox-entry.ts";
import { HELD_MS, openOutbox, type Outbox } from "./outbox.ts";
import { refusedFile } from "./refused-file.ts";
import { answerTo, fakeService, fakeTimers } from "./testing/fake-service.ts";

const inMemory = () => withStandIn(undefined, memoryTables());

/** A browser with one tab. */
async function openTab(
  store: BrowserStore = inMemory(),
  service = fakeService(),
  offersUndo = true,
) {
  const timers = fakeTimers();
  const faults: (number | undefined)[] = [];
  let isOnline = true;
  const outbox = await openOutbox({
    store,
    send: service.send,
    exclusively: (work) => work(),
    canSend: () => isOnline,
    offersUndo,
    onFault: (ms) => faults.push(ms),
    after: timers.after,
  });
  const within = async (work: Parameters<typeof store.transact>[1]) => {
    const result = await store.transact(["outbox"], work);
    await outbox.look();
    return result;
  };
  return {
    store,
    service,
    outbox,
    timers,
    faults,
    goesOffline: () => void (isOnline = false),
    goesOnline: () => void (isOnline = true),
    answer: (id: string) =>
      within((at) => outbox.add(at, { kind: "answer", answer: answerTo(id) })),
    act: (act: WordAct, wordId: string) =>
      within((at) => outbox.add(at, { kind: "act", id: `${act} ${wordId}`, act, wordId })),
    takeBack: (id: string) => within((at) => outbox.takeBack(at, id)),
  };
}

const states = async (outbox: Outbox, store: BrowserStore) => {
  await outbox.look();
  return (await store.all("outbox")).map(({ value }) => (value as { state: string }).state);
};

describe("the outbox", () => {
  it("holds the newest answer until the next one arrives", async () => {
    const { outbox, service, answer } = await openTab();
    await answer("a");
    await outbox.flush();
    expect(service.taken).toEqual([]);
    await answer("b");
    await outbox.flush();
    expect(service.taken).toEqual(["a"]);
  });

  it("releases it after a while on its own", async () => {
    const { service, answer, timers, store } = await openTab();
    await answer("a");
    expect(timers.waiting()).toEqual([HELD_MS]);
    await timers.pass();
    expect(service.taken).toEqual(["a"]);
    expect(await store.all("outbox")).toEqual([]);
  });

  it("releases what a closed page left behind", async () => {
    const first = await openTab();
    await first.answer("a");
    const { timers, service } = await openTab(first.store);
    expect(service.taken).toEqual([]);
    await timers.pass();
    expect(service.taken).toEqual(["a"]);
  });

  it("releases it at once on a page that offers no undo", async () => {
    const { store, answer } = await openTab();
    await answer("a");
    const { outbox, timers, service } = await openTab(store, fakeService(), false);
    expect(timers.waiting()).toEqual([]);
    await outbox.flush();
    expect(service.taken).toEqual(["a"]);
  });

  it("never sends an answer that was undone", async () => {
    const { outbox, service, store, answer, takeBack } = await openTab();
    await answer("a");
    expect(await takeBack("a")).toMatchObject({ answer: { clientRecordId: "a" } });
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual([]);
    expect(await store.all("outbox")).toEqual([]);
    expect(await takeBack("a")).toBeUndefined();
  });

  it.each(["known", "suspend", "bury"] as const)(
    "also holds an act that puts a word aside: %s",
    async (act) => {
      const { outbox, service, act: does, takeBack, timers } = await openTab();
      await does(act, "w1");
      await outbox.flush();
      expect(service.taken).toEqual([]);
      expect(await takeBack(`${act} w1`)).toMatchObject({ act, wordId: "w1" });
      await does(act, "w2");
      await timers.pass();
      expect(service.taken).toEqual([`${act} w2`]);
    },
  );

  it("sends edits alone and in order, and shows them until they are delivered", async () => {
    const tab = await openTab();
    tab.goesOffline();
    const edit = (id: string, shown: { meaning?: string; reading?: string }) =>
      tab.store.transact(["outbox"], (at) =>
        tab.outbox.add(at, { kind: "edit", id, wordId: "w1", change: shown, shown }),
      );
    await edit("e1", { meaning: "first", reading: "r" });
    await edit("e2", { meaning: "second" });
    await tab.outbox.look();
    expect(tab.outbox.edits.get().get("w1")).toEqual({ meaning: "second", reading: "r" });
    expect(await tab.outbox.flush()).toBe(false);
    tab.goesOnline();
    expect(await tab.outbox.flush()).toBe(true);
    expect(tab.service.requests).toEqual([["edit w1"], ["edit w1"]]);
    expect(tab.outbox.edits.get().size).toBe(0);
  });

  it("does not hold an act that has its own undo button", async () => {
    const { outbox, service, act } = await openTab();
    await act("favorite", "w1");
    await outbox.flush();
    expect(service.taken).toEqual(["favorite w1"]);
  });

  it("undoes several entries, if none was part of a request", async () => {
    const { outbox, service, answer, takeBack, goesOffline, goesOnline } = await openTab();
    goesOffline();
    for (const id of ["a", "b", "c"]) await answer(id);
    expect(await outbox.flush()).toBe(false);
    expect(outbox.counts.get()).toMatchObject({ waiting: 3, takeable: 3 });
    expect(await takeBack("c")).toBeDefined();
    expect(await takeBack("b")).toBeDefined();
    goesOnline();
    await outbox.flush();
    expect(service.taken).toEqual(["a"]);
  });

  it.each(["lose reply", "lose request"] as const)(
    "does not undo what the service may have: %s",
    async (outcome) => {
      const { outbox, service, answer, takeBack } = await openTab();
      service.plan.push(outcome);
      await answer("a");
      await outbox.release();
      expect(await outbox.flush()).toBe(false);
      expect(outbox.canTakeBack("a")).toBe(false);
      expect(await takeBack("a")).toBeUndefined();
      await outbox.flush();
      expect(service.taken).toEqual(["a"]);
    },
  );

  it("undoes what the service surely does not have, and waits as long as it asks", async () => {
    const { outbox, service, answer, takeBack, faults } = await openTab();
    service.plan.push("busy");
    await answer("a");
    await outbox.release();
    expect(await outbox.flush()).toBe(false);
    expect(faults).toEqual([30_000]);
    expect(await takeBack("a")).toBeDefined();
  });

  it("undoes nothing while a request contains it", async () => {
    const { outbox, service, answer, store } = await openTab();
    await answer("a");
    await outbox.release();
    const send = service.send;
    let during: unknown = "not asked";
    service.send = async (entries) => {
      during = await store.transact(["outbox"], (at) => outbox.takeBack(at, "a"));
      return send(entries);
    };
    const { outbox: sender } = await openTab(store, service);
    await sender.flush();
    expect(during).toBeUndefined();
    expect(service.taken).toEqual(["a"]);
  });

  it("sends acts in their order among the answers", async () => {
    const { outbox, service, answer, act } = await openTab();
    await answer("a");
    await act("known", "w1");
    await answer("b");
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual(["a", "known w1", "b"]);
  });

  it("keeps refused entries and continues with the others", async () => {
    const { outbox, service, answer, store } = await openTab();
    service.plan.push("refuse each");
    await answer("a");
    await outbox.release();
    await outbox.flush();
    await answer("b");
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual(["b"]);
    expect(outbox.counts.get()).toMatchObject({ waiting: 0, refused: 1 });
    const [refused] = await outbox.refusedEntries();
    expect(refused).toMatchObject({ refusal: { code: "NOT_FOUND" } });
    expect(JSON.parse(refusedFile(await outbox.refusedEntries()))).toMatchObject([
      { clientRecordId: "a", refused: { code: "NOT_FOUND" } },
    ]);
    await outbox.dismiss(refused?.seq ?? 0);
    expect(await store.all("outbox")).toEqual([]);
  });

  it("finds the entry that causes the refusal of a whole request", async () => {
    const { store, service, answer, act } = await openTab();
    for (const id of ["a", "b", "bad", "c", "d"]) await answer(id);
    await act("favorite", "w1");
    const send = service.send;
    const picky: typeof send = (entries) => {
      if (entries.some(({ id }) => id === "bad")) service.plan.unshift("refuse all");
      return send(entries);
    };
    const { outbox: sender } = await openTab(store, { ...service, send: picky });
    expect(await sender.flush()).toBe(true);
    expect(service.taken).toEqual(["a", "b", "c", "d", "favorite w1"]);
    expect((await sender.refusedEntries()).map(({ id }) => id)).toEqual(["bad"]);
  });

  it("does not endlessly resend entries that a reply omits", async () => {
    const { outbox, service, answer, store } = await openTab();
    await answer("a");
    await outbox.release();
    const silent = { ...service, send: async () => ({ gone: [], refused: [] }) };
    const { outbox: sender } = await openTab(store, silent);
    expect(await sender.flush()).toBe(false);
    expect(await states(sender, store)).toEqual(["sending"]);
  });

  it("sends a week of answers in requests that the service accepts", async () => {
    const { outbox, service, store } = await openTab();
    await store.transact(["outbox"], async (at) => {
      for (let seq = 1; seq <= 1_200; seq += 1) {
        const answer = answerTo(`a${seq}`);
        const entry = { kind: "answer", answer, seq, id: `a${seq}`, state: "queued" };
        at.put("outbox", String(seq).padStart(12, "0"), entry);
      }
    });
    await outbox.flush();
    expect(service.requests.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(service.taken).toEqual(Array.from({ length: 1_200 }, (_, at) => `a${at + 1}`));
  });
});
