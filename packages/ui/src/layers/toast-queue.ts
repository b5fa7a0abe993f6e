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
  let shown: readonly QueuedToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly QueuedToast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    /** @returns a function that removes the toast */
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
 * How long a toast stays: long enough to read it, longer to act on it, and until it is closed if it
 * reports a failure.
 */
export function stayMs({ text, action, tone }: Toast): number | undefined {
  if (tone === "slip") return undefined;
  const reading = 2_500 + [...text].length * 60;
  return Math.max(action === undefined ? 5_000 : 10_000, reading);
}
