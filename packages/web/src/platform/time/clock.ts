import { type Observable, observable } from "../observable.ts";
import { useObservable } from "../use-observable.ts";

/** How often displayed ages are updated, milliseconds; they are shown in minutes. */
const TICK_MS = 30_000;

const time = observable(Date.now());

/** Sets the time that screens show; called with every reply. */
export const tick = (): void => time.set(Date.now());

let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The device's time in Unix milliseconds, for what screens show. It changes every 30 seconds while
 * it is used, and with every reply, so that no data is newer than the time.
 */
export const now: Observable<number> = {
  get: time.get,
  subscribe(listener) {
    if (users === 0) {
      tick();
      timer = setInterval(tick, TICK_MS);
    }
    users += 1;
    const stop = time.subscribe(listener);
    return () => {
      stop();
      users -= 1;
      if (users === 0) clearInterval(timer);
    };
  },
};

/** The device's time for drawing, Unix milliseconds; see `now`. */
export const useNowMs = (): number => useObservable(now);
