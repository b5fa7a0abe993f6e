import type { Import, Media, User, Wordbook } from "@wordloom/contract";
import {
  addMedia,
  createImport,
  downloadArchive,
  exportMyData,
  exportWordbook,
  readMe,
  uploadAvatar,
} from "virtual:endpoints";
import { saveBlob } from "@wordloom/web/state";
import { call } from "./api.ts";
import { readBytes } from "./read-bytes.ts";
import { sendBytes, type Sending } from "./send-bytes.ts";
import { userChanged } from "./sign-in.ts";

/** Sends the bytes of a picture unchanged. @throws ApiError: AVATAR_TOO_LARGE, … */
export async function sendPicture(file: Blob): Promise<User> {
  await sendBytes(uploadAvatar, file);
  const user = await call(readMe);
  userChanged(user);
  return user;
}

/** The service takes names of this many characters. */
const NAME_MAX = 255;

/**
 * Sends a file with words, to be read in the background.
 *
 * @throws ApiError: IMPORT_EMPTY, IMPORT_LIMIT, PAYLOAD_TOO_LARGE; the reason of `signal`
 */
export async function sendImport(file: File, sending: Omit<Sending, "query">): Promise<Import> {
  // The end of a name tells what the file is.
  const name = file.name.trim().slice(-NAME_MAX);
  // Its type is a guess of the browser's; the service looks at the bytes.
  const bytes = new Blob([file], { type: "application/octet-stream" });
  return sendBytes<Import>(createImport, bytes, { ...sending, query: { name } });
}

/**
 * Stores a recording of a word.
 *
 * @throws ApiError: MEDIA_INVALID, MEDIA_LIMIT, PAYLOAD_TOO_LARGE
 */
export async function sendRecording(file: File): Promise<Media> {
  const name = file.name.trim().slice(-NAME_MAX) || "recording";
  const bytes = new Blob([file], { type: "application/octet-stream" });
  return sendBytes<Media>(addMedia, bytes, { query: { name } });
}

/** Saves all data of the account to a file. @throws ApiError: GDPR_EXPORT_RATE_LIMITED */
export async function saveExport(day: string): Promise<void> {
  saveBlob(`wordloom-${day}.jsonl`, await readBytes(exportMyData.path));
}

/**
 * Saves the whole account to a file that another service takes back.
 *
 * @throws ApiError: ARCHIVE_RATE_LIMITED
 */
export async function saveArchive(day: string): Promise<void> {
  saveBlob(`wordloom-account-${day}.zip`, await readBytes(downloadArchive.path));
}

/**
 * Saves the words of a book to a file. Its bytes stay as they came: without the mark at their
 * start, spreadsheets take a CSV file for another encoding.
 *
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function saveBook({ id, name }: Wordbook, format: "csv" | "txt"): Promise<void> {
  const path = exportWordbook.path.replace(":id", encodeURIComponent(id));
  saveBlob(`${name}.${format}`, await readBytes(`${path}?format=${format}`));
}
