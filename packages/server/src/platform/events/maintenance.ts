import type { EventHub } from "./hub.ts";

/**
 * Whether maintenance mode is on, which locks learners out. A change is sent to all streams and
 * applied by all processes.
 */
export interface Maintenance {
  readonly active: boolean;
  set(active: boolean): void;
}

export function createMaintenance(
  active: boolean,
  events: Pick<EventHub, "toAll" | "onRemoteBroadcast">,
): Maintenance {
  let current = active;
  events.onRemoteBroadcast((event) => {
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
