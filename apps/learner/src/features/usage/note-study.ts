import { firstScreen } from "../../platform/first-screen.ts";
import type { StudyNote } from "./usage.ts";

/**
 * Records the start or end of a study session with its number of words. Sent later or, if that
 * fails, never.
 */
export function noteStudy(name: StudyNote, wordCount: number): void {
  const noting = firstScreen.then(async () =>
    (await import("./usage.ts")).noteStudy(name, wordCount),
  );
  // If this part of the app does not load (no network), the event is lost.
  noting.catch(() => undefined);
}
