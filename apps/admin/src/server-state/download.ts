import { ApiError } from "@wordloom/contract/client";
import { saveBlob } from "@wordloom/web/state";
import { servicePath } from "../platform/service-path.ts";
import { adminToken, signInEnded } from "./sign-in.ts";

/** What browsers that can write to a file directly offer. */
interface FilePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<WritableStream<Uint8Array>>;
  }>;
}

/**
 * Fetches a file with the token, which no link could carry, and hands it to the person: straight to
 * the disk where the browser can, because it may be larger than the memory.
 *
 * @param path  below the service's address, with its query
 * @throws ApiError for a reply that is no success; status 0 when there was none
 */
export async function download(path: string, name: string): Promise<void> {
  const picked = await pick(name);
  if (picked === "cancelled") return;
  const body = await open(path);
  if (picked !== undefined) return body.pipeTo(await picked.createWritable());
  saveBlob(name, await new Response(body).blob());
}

/** Asked first: a browser opens the dialog only right after a press. */
async function pick(name: string) {
  if (!("showSaveFilePicker" in globalThis)) return undefined;
  const picker = globalThis as unknown as FilePicker;
  return picker.showSaveFilePicker({ suggestedName: name }).catch(() => "cancelled" as const);
}

async function open(path: string): Promise<ReadableStream<Uint8Array>> {
  const token = adminToken();
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(servicePath + path, { headers }).catch(() => undefined);
  if (reply?.status === 401) signInEnded(token);
  if (reply?.ok === true && reply.body !== null) return reply.body;
  const facts = (await reply?.json().catch(() => ({}))) as { code?: string } | undefined;
  throw new ApiError(reply?.status ?? 0, { code: facts?.code ?? "UNREACHABLE" });
}
