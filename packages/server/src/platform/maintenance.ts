import type { EventHub } from "./events/hub.ts";

/**
 * Whether learners are locked out for now. Every change is announced to all streams, and every
 * process follows what another one announces.
 */
export interface Maintenance {
  readonly active: boolean;
  set(active: boolean): void;
}

export function createMaintenance(
  active: boolean,
  events: Pick<EventHub, "toAll" | "onTold">,
): Maintenance {
  let current = active;
  events.onTold((event) => {
    if (event.type === "maintenance") current = event.active;
  });
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
