import type { EventHub } from "./events/hub.ts";

/** Whether learners are locked out for now. Every change is announced to all streams. */
export interface Maintenance {
  readonly active: boolean;
  set(active: boolean): void;
}

export function createMaintenance(active: boolean, events: Pick<EventHub, "toAll">): Maintenance {
  let current = active;
  return {
    get active() {
      return current;
    },
    set(next) {
      if (next === current) return;
      current = next;
      events.toAll({ type: "maintenance", active: next });
    },
  };
}
