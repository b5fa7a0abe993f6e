import { openEvents, StreamRefused } from "@wordloom/web";
import { servicePath } from "../platform/service-path.ts";
import { adminToken, isTokenRefused, signInEnded } from "./sign-in.ts";

/**
 * Opens a stream of events with the administrator's token.
 * @param path  below the service's address
 * @param lastId  of the last event that was read, to resume after it
 * @throws Error if it is refused or unreachable
 */
export async function openAdminEvents(
  path: string,
  signal: AbortSignal,
  lastId?: string,
): ReturnType<typeof openEvents> {
  const token = adminToken();
  const headers = { authorization: `Bearer ${token}` };
  try {
    return await openEvents(servicePath + path, { headers, signal, lastId });
  } catch (error) {
    if (error instanceof StreamRefused && isTokenRefused(error)) signInEnded(token);
    throw error;
  }
}
