import { Worker } from "node:worker_threads";
import type { StarterContent } from "./starter-words.ts";

export type { StarterBook, StarterContent, StarterWord } from "./starter-words.ts";

/**
 * The words and wordbooks of a fresh install, made from the installed word lists without any
 * download. Works in a thread of its own for one to two seconds, so that requests go on meanwhile.
 *
 * @throws when the word lists cannot be read
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
