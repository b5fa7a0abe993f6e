import { firstScreen } from "../../platform/first-screen.ts";
import type { StudyNote } from "./usage.ts";

/** A session of study began or ended, with so many words: told later, or not if that cannot be. */
export function noteStudy(name: StudyNote, wordCount: number): void {
  const noting = firstScreen.then(async () =>
    (await import("./usage.ts")).noteStudy(name, wordCount),
  );
  // A part of the app that does not load (no network) is only missed.
  noting.catch(() => undefined);
}
