import type { Endpoint } from "@wordloom/contract";
import type { ApiError } from "@wordloom/contract/client";
import { firstScreen } from "../../platform/first-screen.ts";
import { onCallFailed } from "../../server-state/api.ts";

/** Buffers early errors for the usage code, which loads after the first screen. */
export function startUsage(): void {
  const errors: unknown[] = [];
  const calls: [Endpoint, ApiError][] = [];
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener("error", ({ error }) => void errors.push(error), { signal });
  addEventListener("unhandledrejection", ({ reason }) => void errors.push(reason), { signal });
  const stop = onCallFailed((...failure) => void calls.push(failure));
  const watching = firstScreen.then(async () => {
    const { watchUsage } = await import("./usage.ts");
    watchUsage({ errors, calls });
  });
  void watching
    .finally(() => {
      ended.abort();
      stop();
    })
    .catch(() => undefined);
}
