import type { ReactNode } from "react";

export interface Toast {
  /** What happened, in one sentence. */
  readonly text: string;
  /** A drawing before the text, such as the badge that was earned. */
  readonly picture?: ReactNode;
  /** One thing to do about it: undo. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** `slip`: a failure; stays until it is closed. */
  readonly tone?: "ink" | "slip" | undefined;
  /** Waits while a dialog is open, whose buttons it would cover, and while somebody types. */
  readonly canWait?: boolean | undefined;
  /** A toast replaces the previous one with the same key. */
  readonly key?: string | undefined;
}

export interface QueuedToast extends Toast {
  readonly id: number;
}

/** Nobody reads more at once: the oldest disappears. */
const SHOWN_MAX = 3;

/** The visible toasts, oldest first. Lives outside React, so that any code can add one. */
export function createToastQueue() {
  let kept: readonly QueuedToast[] = [];
  let shown: readonly QueuedToast[] = [];
  let dialogs = 0;
  let lastId = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly QueuedToast[]) => {
    kept = next;
    shown = dialogs === 0 ? kept : kept.filter(({ canWait }) => canWait !== true);
    for (const listener of listeners) listener();
  };
  return {
    /** @returns a function that removes the toast */
    add(toast: Toast): () => void {
      lastId += 1;
      const id = lastId;
      const others = kept.filter(({ key }) => key === undefined || key !== toast.key);
      show([...others, { ...toast, id }].slice(-SHOWN_MAX));
      return () => this.remove(id);
    },
    remove(id: number): void {
      if (kept.some((toast) => toast.id === id)) show(kept.filter((toast) => toast.id !== id));
    },
    clear(): void {
      if (kept.length > 0) show([]);
    },
    /** Hides toasts that can wait, until the returned function is called. */
    hold(): () => void {
      dialogs += 1;
      show(kept);
      return () => {
        dialogs -= 1;
        show(kept);
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: () => shown,
  };
}

/**
 * How long a toast stays: long enough to read it, longer to act on it, and until it is closed if it
 * reports a failure.
 */
export function stayMs({ text, action, tone }: Toast): number | undefined {
  if (tone === "slip") return undefined;
  const reading = 2_500 + [...text].length * 60;
  return Math.max(action === undefined ? 5_000 : 10_000, reading);
}
