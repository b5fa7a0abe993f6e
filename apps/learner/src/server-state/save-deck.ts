import { ApiError } from "@wordloom/contract/client";
import { exportDeck } from "virtual:endpoints";
import { basePath } from "@wordloom/web";
import { saveBlob } from "@wordloom/web/state";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken } from "./sign-in.ts";
import { withRenewal } from "./with-renewal.ts";

/** What the decks are to hold. */
interface DeckWish {
  /** A book; undefined for all words. */
  readonly bookId?: string | undefined;
  /** Due dates and answers. */
  readonly reviews: boolean;
}

/**
 * Saves words as decks for Anki to a file.
 *
 * @param name  of the file
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function saveDeck(name: string, { bookId, reviews }: DeckWish): Promise<void> {
  const query = new URLSearchParams({
    reviews: String(reviews),
    ...(bookId !== undefined && { wordbookIds: bookId }),
  });
  saveBlob(name, await withRenewal(() => bytesOf(`${exportDeck.path}?${query.toString()}`)));
}

/** The typed client reads replies as text, which these are not. */
async function bytesOf(address: string): Promise<Blob> {
  const headers = { ...deviceHeaders, authorization: `Bearer ${accessToken() ?? ""}` };
  let reply: Response;
  try {
    reply = await fetch(`${basePath}${address}`, { headers });
    if (reply.ok) return await reply.blob();
  } catch {
    throw new ApiError(0, { code: "UNREACHABLE", message: "no reply" });
  }
  const fault: unknown = await reply.json().catch(() => ({}));
  throw new ApiError(reply.status, fault as ConstructorParameters<typeof ApiError>[1]);
}
