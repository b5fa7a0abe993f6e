import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inMemory, type BrowserStore } from "../../platform/browser-store.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { openOutbox, type Outbox, type SendResult } from "./outbox.ts";

const answerTo = (id: string) => ({
  clientRecordId: id,
  wordId: "w1",
  isCorrect: true,
  responseTimeMs: 900,
  answeredAt: "2026-01-01T00:00:00.000Z",
});

/** Takes everything once, in order; fails when told to, before or after it has taken it. */
function fakeService() {
  const taken: string[] = [];
  const known = new Set<string>();
  const plan: ("fail" | "lose reply" | "refuse" | "ok")[] = [];
  return {
    taken,
    plan,
    async send(entries: readonly OutboxEntry[]): Promise<SendResult> {
      const how = plan.shift() ?? "ok";
      if (how === "fail") throw new Error("unreachable");
      if (how === "refuse") {
        const refused = entries.map(({ seq }) => ({ seq, code: "NOT_FOUND", message: "no word" }));
        return { gone: [], refused };
      }
      for (const entry of entries) {
        const id =
          entry.kind === "answer" ? entry.answer.clientRecordId : `${entry.act} ${entry.wordId}`;
        if (!known.has(id)) taken.push(id);
        known.add(id);
      }
      if (how === "lose reply") throw new Error("the reply was lost");
      return { gone: entries.map(({ seq }) => seq), refused: [] };
    },
  };
}

const open = (store: BrowserStore, service: ReturnType<typeof fakeService>) =>
  openOutbox({ store, send: service.send, exclusively: (work) => work() });

async function add(outbox: Outbox, store: BrowserStore, id: string) {
  await store.write(outbox.addAnswer(answerTo(id)));
  outbox.written();
}

describe("the outbox", () => {
  it("holds the newest answer until another comes", async () => {
    const [store, service] = [inMemory(), fakeService()];
    const outbox = await open(store, service);
    await add(outbox, store, "a");
    await outbox.flush();
    expect(service.taken).toEqual([]);
    await add(outbox, store, "b");
    await outbox.flush();
    expect(service.taken).toEqual(["a"]);
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual(["a", "b"]);
    expect(outbox.counts.get()).toEqual({ waiting: 0, refused: 0, isSending: false });
  });

  it("sends nothing of an answer that was taken back", async () => {
    const [store, service] = [inMemory(), fakeService()];
    const outbox = await open(store, service);
    await add(outbox, store, "a");
    await store.write(outbox.takeBack("a") ?? []);
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual([]);
    expect(await store.all("outbox")).toEqual([]);
    expect(outbox.takeBack("a")).toBeUndefined();
  });

  it("sends acts in their order among the answers", async () => {
    const [store, service] = [inMemory(), fakeService()];
    const outbox = await open(store, service);
    await add(outbox, store, "a");
    await store.write(outbox.addAct("known", "w1"));
    await add(outbox, store, "b");
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual(["a", "known w1", "b"]);
  });

  it("keeps what is refused, and goes on with the others", async () => {
    const [store, service] = [inMemory(), fakeService()];
    const outbox = await open(store, service);
    service.plan.push("refuse");
    await add(outbox, store, "a");
    await outbox.release();
    await outbox.flush();
    await add(outbox, store, "b");
    await outbox.release();
    await outbox.flush();
    expect(service.taken).toEqual(["b"]);
    expect(outbox.counts.get()).toMatchObject({ waiting: 0, refused: 1 });
    const [refused] = outbox.refusedEntries();
    expect(refused).toMatchObject({ refusal: { code: "NOT_FOUND" } });
    await outbox.dismiss(refused?.seq ?? 0);
    expect(await store.all("outbox")).toEqual([]);
  });

  it("delivers every answer once and in order, whatever fails and whenever the page is reloaded", async () => {
    const step = fc.constantFrom("answer", "undo", "flush", "reload", "release");
    const fault = fc.constantFrom("ok", "fail", "lose reply");
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(fault, { maxLength: 30 }),
        async (steps, faults) => {
          const [store, service] = [inMemory(), fakeService()];
          service.plan.push(...(faults as "ok"[]));
          let outbox = await open(store, service);
          const given: string[] = [];
          for (const [at, kind] of steps.entries()) {
            if (kind === "answer") {
              given.push(`a${at}`);
              await add(outbox, store, `a${at}`);
            } else if (kind === "undo") {
              const back = outbox.takeBack(given.at(-1) ?? "");
              if (back !== undefined) {
                await store.write(back);
                given.pop();
              }
            } else if (kind === "flush") await outbox.flush();
            else if (kind === "release") await outbox.release();
            else outbox = await open(store, service);
          }
          await outbox.release();
          service.plan.length = 0;
          await outbox.flush();
          expect(service.taken).toEqual(given);
          expect(await store.all("outbox")).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
