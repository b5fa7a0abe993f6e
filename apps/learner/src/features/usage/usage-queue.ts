import type { AppEvent } from "@wordloom/contract";

type Props = Readonly<Record<string, string | number | boolean>>;
type Event = ReturnType<typeof eventOf>;

export interface UsageNeeds {
  /** Whether the learner has switched reports on; checked before each event and each request. */
  readonly isOn: () => boolean;
  /** Sends up to 50 events. @throws when the service did not accept them */
  readonly send: (events: readonly Event[]) => Promise<void>;
  /** The service's clock, Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Runs something after a delay. */
  readonly after: (ms: number, run: () => void) => void;
}

/** Events about the use of the app, sent in batches, later, or not at all. */
export interface UsageQueue {
  note(name: string, category: "behavior" | "error", props?: Props): void;
  /** Sends all pending events because the page is hidden. Never throws. */
  flush(): Promise<void>;
}

/** Largest request (the service's limit). */
const BATCH_MAX = 50;
/** Beyond this number the oldest events are dropped, to limit memory. */
const KEPT_MAX = 200;
const PAUSE_MS = 30_000;

export function createUsageQueue({ isOn, send, now, newId, after }: UsageNeeds): UsageQueue {
  let waiting: readonly Event[] = [];
  let isPlanned = false;
  let isSending = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    after(PAUSE_MS, () => {
      isPlanned = false;
      void flush();
    });
  };
  const flush = async () => {
    if (!isOn()) waiting = [];
    if (isSending || waiting.length === 0) return;
    const batch = waiting.slice(0, BATCH_MAX);
    isSending = true;
    try {
      await send(batch);
      const gone = new Set(batch);
      waiting = waiting.filter((event) => !gone.has(event));
    } catch {
      // Retried with the next events; the service recognizes duplicates by their ids.
    } finally {
      isSending = false;
    }
    if (waiting.length > 0) plan();
  };
  return {
    flush,
    note(name, category, props) {
      if (!isOn()) return;
      waiting = [...waiting, eventOf(newId(), now(), { name, category, props })].slice(-KEPT_MAX);
      plan();
    },
  };
}

function eventOf(
  clientEventId: string,
  nowMs: number,
  { name, category, props }: Pick<AppEvent, "name" | "category"> & { props: Props | undefined },
) {
  const clientTsMs = Math.round(nowMs);
  return { clientEventId, name, category, clientTsMs, ...(props && { props: { ...props } }) };
}
