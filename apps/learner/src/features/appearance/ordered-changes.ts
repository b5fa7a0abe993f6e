import { type Observable, observable } from "@wordloom/web/state";

/** How changes of something of the service go out. */
interface Sending<Thing extends object> {
  /** @returns all of the thing after the change */
  readonly send: (change: Partial<Thing>) => Promise<Thing>;
  /** Takes what is true now: the reply, and on top of it what still waits to be sent. */
  readonly accept: (thing: Thing) => void;
}

export interface OrderedChanges<Thing extends object> {
  /** What has been changed here and not been answered yet; of two changes the later one counts. */
  readonly waiting: Observable<Partial<Thing>>;
  /** Rejects as `send` does; the others go out all the same. */
  change(change: Partial<Thing>): Promise<void>;
}

/**
 * Sends changes one after the other, so that no reply is older than the one before it, and lets no
 * reply undo what was changed after it had been asked for: on a slow line, two switches pressed one
 * after the other would else come back as the first reply found them.
 */
export function orderedChanges<Thing extends object>({
  send,
  accept,
}: Sending<Thing>): OrderedChanges<Thing> {
  let queue: readonly Partial<Thing>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const waiting = observable<Partial<Thing>>({});
  const wait = (changes: typeof queue) => {
    queue = changes;
    waiting.set(Object.assign({}, ...queue) as Partial<Thing>);
  };
  return {
    waiting,
    async change(change) {
      wait([...queue, change]);
      const sent = last.then(() => send(change));
      last = sent.catch(() => undefined);
      const reply = await sent.finally(() => wait(queue.filter((one) => one !== change)));
      accept({ ...reply, ...waiting.get() });
    },
  };
}
