/** Input that shows that somebody is at the device again. */
const stirs = ["keydown", "pointerdown", "pointermove"] as const;

/** Moving a pointer fires many events; the question is asked once in this time. */
const AGAIN_MS = 5_000;

/**
 * Calls when the learner may have come back to the open page: it is shown or focused, or there is
 * input. @returns a function that unsubscribes
 */
export function onReturn(listener: () => void): () => void {
  let askedMs = -Infinity;
  const come = () => {
    if (document.hidden) return;
    const nowMs = performance.now();
    if (nowMs - askedMs < AGAIN_MS) return;
    askedMs = nowMs;
    listener();
  };
  const show = () => {
    askedMs = -Infinity;
    come();
  };
  document.addEventListener("visibilitychange", show);
  addEventListener("focus", show);
  for (const event of stirs) document.addEventListener(event, come, { capture: true });
  return () => {
    document.removeEventListener("visibilitychange", show);
    removeEventListener("focus", show);
    for (const event of stirs) document.removeEventListener(event, come, { capture: true });
  };
}
