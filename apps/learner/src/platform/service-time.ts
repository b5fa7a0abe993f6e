import { keep, readKept } from "@wordloom/web/state";
import { createServerClock, type ServerClock } from "./server-clock.ts";

const NAME = "clock-offset";

const clock = createServerClock({
  deviceMs: Date.now,
  keptOffsetMs: readKept(NAME, 0),
  onOffset: (offsetMs) => keep(NAME, offsetMs),
});
const first = Promise.withResolvers<void>();

/** The service's time; starts from the stored offset until the first reply of this visit. */
export const serviceTime: ServerClock = {
  ...clock,
  heard(text, sentMs, receivedMs) {
    clock.heard(text, sentMs, receivedMs);
    if (text !== null) first.resolve();
  },
};

/** Settles with the first reply of this visit that carries the service's time. */
export const serviceHeard: Promise<void> = first.promise;
