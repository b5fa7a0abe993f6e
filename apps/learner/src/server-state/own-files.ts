import type { User } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { exportMyData, readMe, uploadAvatar } from "virtual:endpoints";
import { basePath } from "@wordloom/web";
import { saveFile } from "@wordloom/web/state";
import { deviceHeaders } from "../platform/device.ts";
import { call } from "./api.ts";
import { longCall } from "./long-call.ts";
import { accessToken, userChanged } from "./sign-in.ts";

/** Sends the bytes of a picture unchanged. @throws ApiError: AVATAR_TOO_LARGE, … */
export async function sendPicture(file: Blob): Promise<User> {
  const { method, path } = uploadAvatar;
  const headers = { ...deviceHeaders, authorization: `Bearer ${accessToken() ?? ""}` };
  const reply = await fetch(basePath + path, { method, headers, body: file }).catch(() => {
    throw new ApiError(0, { code: "UNREACHABLE", message: "no reply" });
  });
  if (!reply.ok) throw new ApiError(reply.status, (await reply.json().catch(() => ({}))) as object);
  // An unread body keeps its connection, and a browser has only six.
  await reply.body?.cancel();
  const user = await call(readMe);
  userChanged(user);
  return user;
}

/** Saves all data of the account to a file. @throws ApiError: GDPR_EXPORT_RATE_LIMITED */
export async function saveExport(day: string): Promise<void> {
  saveFile(`wordloom-${day}.jsonl`, "application/x-ndjson", await longCall(exportMyData, {}));
}
