import type { Fetch } from "@wordloom/contract/client";
import { serviceTime } from "../platform/service-time.ts";

/** `fetch` that also reads the service's time from each reply. */
export const timedFetch: Fetch = async (url, init) => {
  const sentMs = Date.now();
  const reply = await fetch(url, init);
  serviceTime.heard(reply.headers.get("x-server-time"), sentMs, Date.now());
  return reply;
};
