/** The tabs of this browser that show the same account. */
export interface TabChannel {
  /** Something was stored. */
  tell(): void;
  /** Another tab stored something. @returns what ends it */
  onTold(listener: () => void): () => void;
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
    tell: () => channel?.postMessage("stored"),
    onTold(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel?.close(),
  };
}
