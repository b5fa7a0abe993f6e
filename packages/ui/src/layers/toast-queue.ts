export interface Toast {
  /** What happened, in one sentence. */
  readonly text: string;
  /** One thing to do about it: undo. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** `slip`: it went wrong; stays until it is closed. */
  readonly tone?: "ink" | "slip" | undefined;
  /** A toast with the same key takes the place of the one before. */
  readonly key?: string | undefined;
}

export interface QueuedToast extends Toast {
  readonly id: number;
}

/** More at once is a pile that nobody reads: the oldest goes. */
const SHOWN_MAX = 3;

/** The toasts that are shown, oldest first. Lives outside of React: anything may say something. */
export function createToastQueue() {
  let shown: readonly QueuedToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly QueuedToast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    /** @returns takes the toast away again */
    add(toast: Toast): () => void {
      lastId += 1;
      const id = lastId;
      const others = shown.filter(({ key }) => key === undefined || key !== toast.key);
      show([...others, { ...toast, id }].slice(-SHOWN_MAX));
      return () => this.remove(id);
    },
    remove(id: number): void {
      if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
    },
    clear(): void {
      if (shown.length > 0) show([]);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: () => shown,
  };
}

/**
 * How long a toast stays: long enough to read it, longer to act on it, for good when it is about
 * something that went wrong.
 */
export function stayMs({ text, action, tone }: Toast): number | undefined {
  if (tone === "slip") return undefined;
  const reading = 2_500 + [...text].length * 60;
  return Math.max(action === undefined ? 5_000 : 10_000, reading);
}
