import type { StudyKit } from "@wordloom/contract";
import { readStudyKit, startSession } from "virtual:endpoints";
import { call } from "./api.ts";

/** @throws ApiError */
export function fetchKit(minutes: number): Promise<StudyKit> {
  // The browser handles the reply's ETag and turns 304 into the cached reply.
  return call(readStudyKit, { query: { minutes } }) as Promise<StudyKit>;
}

/** The service's session of this learner: a new one, or the open one. */
export async function openServerSession(target: number): Promise<string> {
  const { sessionId } = await call(startSession, { body: { targetMasteryCount: target } });
  return sessionId;
}
