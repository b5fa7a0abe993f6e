import { ApiError } from "@wordloom/contract/client";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken } from "./sign-in.ts";
import { withRenewal } from "./with-renewal.ts";

type ErrorFacts = ConstructorParameters<typeof ApiError>[1];

/** A recording or picture that does not come by then is not waited for. */
const TIMEOUT_MS = 10_000;

/**
 * The bytes of a recording, sound or picture, with their type. An element of a page cannot send the
 * sign-in, so its address must be made of them.
 *
 * @param path  `/api/media/…` or `/api/speech?…`
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function mediaBytes(path: string): Promise<Blob> {
  return withRenewal(async () => {
    const headers = { ...deviceHeaders, authorization: `Bearer ${accessToken() ?? ""}` };
    const init = { headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const reply = await fetch(`${basePath}${path}`, init).catch(() => undefined);
    if (reply?.ok !== true) {
      const facts = (await reply?.json().catch(() => ({}))) as ErrorFacts | undefined;
      throw new ApiError(reply?.status ?? 0, facts ?? {});
    }
    return reply.blob();
  });
}
