import type { Deps } from "../../deps.ts";

/** Notes that a device has just been heard of; kept with what the other processes hear. */
export function noteSign(
  { events }: { readonly events: Pick<Deps["events"], "signs"> },
  deviceId: string,
  atMs: number,
): void {
  events.signs.note(deviceId, atMs);
}
