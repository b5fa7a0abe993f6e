import { type Observable, observable } from "@wordloom/web/state";

/** How to send changes of a resource. */
interface Sending<Thing extends object> {
  /** @returns the whole resource after the change */
  readonly send: (change: Partial<Thing>) => Promise<Thing>;
  /** Applies the current truth: the reply, with unsent changes on top. */
  readonly accept: (thing: Thing) => void;
}

export interface OrderedChanges<Thing extends object> {
  /** Local changes without a reply yet; the later of two changes wins. */
  readonly waiting: Observable<Partial<Thing>>;
  /** Rejects as `send` does; later changes are sent all the same. */
  change(change: Partial<Thing>): Promise<void>;
}

/**
 * Sends changes one after the other, so that replies arrive in order, and keeps later changes on
 * top of earlier replies. Otherwise two switches pressed in quick succession on a slow line would
 * jump back with the first reply.
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
