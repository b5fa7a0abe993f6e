import { ApiError } from "@wordloom/contract/client";
import { servicePath } from "../platform/service-path.ts";

/**
 * The bytes of a version of a pack, as apps get them: from the service itself, without a sign-in.
 *
 * @param payloadPath  as the service names it
 * @throws ApiError; status 0 when there was no reply
 */
export async function fetchPayload(payloadPath: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(servicePath + payloadPath).catch(() => undefined);
  if (reply?.ok !== true) {
    await reply?.body?.cancel();
    throw new ApiError(reply?.status ?? 0, { code: "PACK_NOT_LOADED" });
  }
  return new Uint8Array(await reply.arrayBuffer());
}
