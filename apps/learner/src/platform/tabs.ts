/** The tabs of this browser that show the same account. */
export interface TabChannel {
  /** Notifies the other tabs that this one stored something. */
  notify(): void;
  /** Calls when another tab stored something. @returns a function that unsubscribes */
  onNotified(listener: () => void): () => void;
  close(): void;
}

/** @param name of the channel; tabs of other accounts have their own */
export function openTabChannel(name: string): TabChannel {
  const listeners = new Set<() => void>();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : undefined;
  channel?.addEventListener("message", () => {
    for (const listener of [...listeners]) listener();
  });
  return {
    notify: () => channel?.postMessage("stored"),
    onNotified(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel?.close(),
  };
}
