import { ApiError, refusalOf } from "@wordloom/contract/client";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken } from "./sign-in.ts";
import { withRenewal } from "./with-renewal.ts";

/**
 * The bytes of a reply, with their type: the typed client reads replies as text, which
 * loses a leading byte order mark.
 *
 * @param address  path and query
 * @param timeoutMs  absent for a reply that may take minutes
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function readBytes(address: string, timeoutMs?: number): Promise<Blob> {
  return withRenewal(async () => {
    const headers = { ...deviceHeaders, authorization: `Bearer ${accessToken() ?? ""}` };
    const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
    const reply = await fetch(`${basePath}${address}`, { headers, signal }).catch(() => undefined);
    if (reply === undefined) throw new ApiError(0, { code: "UNREACHABLE", message: "no reply" });
    if (reply.ok) return reply.blob();
    throw refusalOf(reply, await reply.json().catch(() => undefined));
  });
}
