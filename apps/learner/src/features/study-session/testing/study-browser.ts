import { withStandIn } from "../../../platform/browser-store.ts";
import { memoryTables } from "../../../platform/memory-tables.ts";
import { defaultSettings } from "../../app-settings/app-settings.ts";
import { openOutbox } from "../../outbox/outbox.ts";
import { fakeService, fakeTimers } from "../../outbox/testing/fake-service.ts";
import type { RuntimeNeeds, Tabs } from "../study-runtime.ts";

/** A browser whose tabs share a store and a channel; the service accepts each answer once. */
export function browser() {
  const store = withStandIn(undefined, memoryTables());
  const service = fakeService();
  const listeners = new Set<() => void>();
  let ids = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const exclusively = (work: () => Promise<void>) => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const tabs = (): Tabs => {
    const own = new Set<() => void>();
    return {
      notify: () => {
        for (const listener of listeners) if (!own.has(listener)) listener();
      },
      onNotified(listener) {
        own.add(listener);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  let isOnline = true;
  const needs = async (change: Partial<RuntimeNeeds> = {}): Promise<RuntimeNeeds> => ({
    store,
    outbox: await openOutbox({
      store,
      send: service.send,
      exclusively,
      canSend: () => isOnline,
      after: fakeTimers().after,
    }),
    asking: () => ({ kinds: defaultSettings.kinds, canSpeak: () => false }),
    now: () => Date.UTC(2026, 10, 22),
    serviceNow: () => Date.UTC(2026, 10, 22),
    newId: () => `id${(ids += 1)}`,
    tabs: tabs(),
    ...change,
  });
  return { store, service, needs, setOnline: (is: boolean) => void (isOnline = is) };
}
