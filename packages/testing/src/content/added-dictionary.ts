import type { Deps } from "@wordloom/server/deps";
import {
  readDictionaryJob,
  receiveDictionary,
} from "@wordloom/server/features/library/dictionaries/dictionaries.service";
import { setTimeout as pause } from "node:timers/promises";
import { someAdmin } from "./some-admin.ts";

const POLL_MS = 50;

/** Adds a dictionary to a running service, whose worker reads it. */
export async function addDictionary(deps: Deps, name: string, file: Uint8Array): Promise<void> {
  async function* pieces() {
    yield file;
  }
  const { id } = await receiveDictionary(deps, someAdmin, { name }, pieces());
  for (;;) {
    const { state, error } = await readDictionaryJob(deps, id);
    if (state === "done") return;
    if (state === "failed") throw new Error(error?.message);
    await pause(POLL_MS);
  }
}
