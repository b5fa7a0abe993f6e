import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { listenTo } from "@wordloom/testing/stream/event-stream";
import { createAccount } from "./account.ts";
import { serveCenter } from "./center.ts";
import { startServer } from "./server.ts";
import { study } from "./study.ts";

const WORDS_A_DAY = 20;
const SESSIONS = 3;

/**
 * The main use case from scratch: a server with an empty directory, a learner, a book from a
 * wordbook center, and three sessions through the asynchronous endpoint with an open stream.
 *
 * @returns everything acknowledged but missing
 */
export async function run(): Promise<string[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "wordloom-journey-"));
  const center = await serveCenter();
  const server = await startServer(directory);
  try {
    const { client, token } = await createAccount(server.url);
    console.log(`A server on an empty directory, and a learner: ${server.url}`);
    const stream = await listenTo(server.url, { token });
    const plan = { client, stream, center, wordsADay: WORDS_A_DAY, sessions: SESSIONS };
    const missing = await study(plan);
    stream.hangUp();
    return missing;
  } finally {
    await server.stop();
    await center.close();
    await rm(directory, { recursive: true, force: true });
  }
}
