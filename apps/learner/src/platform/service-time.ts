import { keep, readKept } from "./kept-values.ts";
import { createServerClock, type ServerClock } from "./server-clock.ts";

const NAME = "clock-offset";

/** The service's time; what this browser knew last, until the first reply of this visit. */
export const serviceTime: ServerClock = createServerClock({
  deviceMs: Date.now,
  keptOffsetMs: readKept(NAME, 0),
  onOffset: (offsetMs) => keep(NAME, offsetMs),
});
