import { ApiError } from "@wordloom/contract/client";
import { servicePath } from "../platform/service-path.ts";

/**
 * The bytes of a version of a pack, as apps receive them: from the service itself, without sign-in.
 * @param payloadPath  the path in the service's reply
 * @throws ApiError; status 0 without a reply
 */
export async function fetchPayload(payloadPath: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(servicePath + payloadPath).catch(() => undefined);
  if (reply?.ok !== true) {
    await reply?.body?.cancel();
    throw new ApiError(reply?.status ?? 0, { code: "PACK_NOT_LOADED" });
  }
  return new Uint8Array(await reply.arrayBuffer());
}
