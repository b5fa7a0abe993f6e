import { Worker } from "node:worker_threads";
import type { StarterContent } from "./starter-words.ts";

export type { StarterBook, StarterContent, StarterWord } from "./starter-words.ts";

/**
 * Builds the words and wordbooks of a new installation from the installed word lists, without any
 * download. Takes one to two seconds in a thread, so that requests are not delayed.
 *
 * @throws if the word lists cannot be read
 */
export function buildStarterWords(): Promise<StarterContent> {
  const thread = new Worker(new URL("./starter-words.thread.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => {
      reject(new Error(`starter words thread ended with code ${code} and no result`));
    });
  });
}
