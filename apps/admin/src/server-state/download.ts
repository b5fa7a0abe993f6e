import { ApiError } from "@wordloom/contract/client";
import { saveBlob } from "@wordloom/web/state";
import { servicePath } from "../platform/service-path.ts";
import { adminToken, isTokenRefused, signInEnded } from "./sign-in.ts";

/** The API of browsers that can write to a file directly. */
interface FilePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<WritableStream<Uint8Array>>;
  }>;
}

/**
 * Fetches a file with the token, which a link could not carry, and saves it. Streams it to disk if
 * the browser supports that, because the file may be larger than the memory.
 * @param path  below the service's address, with its query
 * @throws ApiError for an unsuccessful reply; status 0 without a reply
 */
export async function download(path: string, name: string): Promise<void> {
  const picked = await pick(name);
  if (picked === "canceled") return;
  const body = await open(path);
  if (picked !== undefined) return body.pipeTo(await picked.createWritable());
  saveBlob(name, await new Response(body).blob());
}

/** Called first, because a browser opens the dialog only right after a press. */
async function pick(name: string) {
  if (!("showSaveFilePicker" in globalThis)) return undefined;
  const picker = globalThis as unknown as FilePicker;
  return picker.showSaveFilePicker({ suggestedName: name }).catch(() => "canceled" as const);
}

async function open(path: string): Promise<ReadableStream<Uint8Array>> {
  const token = adminToken();
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(servicePath + path, { headers }).catch(() => undefined);
  if (reply?.ok === true && reply.body !== null) return reply.body;
  const facts = (await reply?.json().catch(() => ({}))) as { code?: string } | undefined;
  const error = new ApiError(reply?.status ?? 0, { code: facts?.code ?? "UNREACHABLE" });
  if (isTokenRefused(error)) signInEnded(token);
  throw error;
}
