import type { StudyKit } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { putEntry, removeEntry, type OutboxEntry } from "../outbox/outbox-entry.ts";
import { answerTo } from "../outbox/testing/fake-service.ts";
import { createKitKeeper, keptKit } from "./kit.ts";
import { browser, made } from "./testing/kit-browser.ts";

const idsOf = (kit: { words: readonly { word: { id: string } }[] } | undefined) =>
  kit?.words.map(({ word }) => word.id);

/** A service that replies when the test lets it. */
function slowService() {
  const replies: ((kit: StudyKit) => void)[] = [];
  const load = () => new Promise<StudyKit>((resolve) => replies.push(resolve));
  const reply = async (asked: number, kit: StudyKit) => {
    await expect.poll(() => replies.length).toBeGreaterThan(asked);
    replies[asked]?.(kit);
  };
  return { load, reply };
}

describe("the kit", () => {
  it("leaves out words that were answered since", async () => {
    const it = browser(made("a", "b", "c"));
    await createKitKeeper(it).renew();
    await it.use("b");
    expect(idsOf(await keptKit(it.store))).toEqual(["a", "c"]);
  });

  it("is refused when none is stored and none can be loaded", async () => {
    await expect(createKitKeeper(browser()).newest()).rejects.toThrow("offline");
  });

  it("is loaded once for several callers at the same time", async () => {
    const it = browser(made("a"), made("b"));
    const kit = createKitKeeper(it);
    const loading = kit.renew();
    expect(idsOf(await kit.newest())).toEqual(["a"]);
    await loading;
    expect(it.loads()).toBe(1);
    expect(idsOf(await kit.newest()), "nothing is being loaded any more").toEqual(["b"]);
  });

  it("is discarded if it was requested before the plan changed, whenever it arrives", async () => {
    const service = slowService();
    const { store, now } = browser();
    const kit = createKitKeeper({ store, now, load: service.load });
    const old = kit.renew();
    await kit.forget();
    const fresh = kit.newest();
    await service.reply(1, made("new"));
    expect(idsOf(await fresh)).toEqual(["new"]);
    await service.reply(0, made("old"));
    expect(idsOf(await old)).toEqual(["new"]);
    expect(idsOf(await keptKit(store))).toEqual(["new"]);
  });

  it("waits for the one of the changed plan when it arrives first", async () => {
    const service = slowService();
    const { store, now } = browser();
    const kit = createKitKeeper({ store, now, load: service.load });
    const old = kit.renew();
    await kit.forget();
    await service.reply(0, made("old"));
    await service.reply(1, made("new"));
    expect(idsOf(await old)).toEqual(["new"]);
    expect(idsOf(await keptKit(store))).toEqual(["new"]);
  });

  it("does not replace one that was requested later", async () => {
    const service = slowService();
    const { store, now } = browser();
    const kit = createKitKeeper({ store, now, load: service.load });
    const loads = [kit.renew(), kit.renew()];
    await service.reply(1, made("second"));
    await loads[1];
    await service.reply(0, made("first"));
    await loads[0];
    expect(idsOf(await keptKit(store))).toEqual(["second"]);
  });

  it("leaves out words whose answers are still to be sent", async () => {
    const it = browser(made("a", "b", "c"));
    await it.store.transact(["outbox"], async (at) => {
      const answer = answerTo("x1", "b");
      putEntry(at, { kind: "answer", answer, seq: 1, id: "x1", state: "queued" });
      putEntry(at, {
        kind: "act",
        act: "known",
        wordId: "c",
        seq: 2,
        id: "x2",
        state: "queued",
      });
    });
    expect(idsOf(await createKitKeeper(it).renew())).toEqual(["a"]);
    expect(idsOf(await keptKit(it.store))).toEqual(["a"]);
  });

  it("counts no answers that were unsent at the request or given later", async () => {
    const it = browser(made("a"));
    const answer = answerTo("x1", "b");
    const one: OutboxEntry = { kind: "answer", answer, seq: 1, id: "x1", state: "sending" };
    await it.store.transact(["outbox"], async (at) => putEntry(at, one));
    const load = async () => {
      await it.store.transact(["outbox"], async (at) => removeEntry(at, one));
      return it.load();
    };
    expect((await createKitKeeper({ ...it, load }).renew()).uncounted).toEqual(["b"]);
    await it.use("a");
    expect((await keptKit(it.store))?.uncounted.toSorted()).toEqual(["a", "b"]);
  });
});
