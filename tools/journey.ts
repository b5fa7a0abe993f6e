import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createAccount } from "./journey/account.ts";
import { serveCenter } from "./journey/center.ts";
import { listenToStream } from "./journey/stream.ts";
import { startServer } from "./journey/server.ts";
import { study } from "./journey/study.ts";

/**
 * The main use case from scratch: a server with an empty directory, a learner, a book from a
 * wordbook center, three sessions answered through the asynchronous endpoint with an open stream.
 *
 * Exits with status 1 if anything acknowledged is missing.
 */
const WORDS_A_DAY = 20;
const SESSIONS = 3;

const directory = await mkdtemp(path.join(os.tmpdir(), "wordloom-journey-"));
const center = await serveCenter();
const server = await startServer(directory);
try {
  const { client, token } = await createAccount(server.url);
  console.log(`A server on an empty directory, and a learner: ${server.url}`);
  const stream = await listenToStream(server.url, token);
  const missing = await study({
    client,
    stream,
    center,
    wordsADay: WORDS_A_DAY,
    sessions: SESSIONS,
  });
  await stream.close();
  for (const line of missing) console.error(`missing: ${line}`);
  console.log(missing.length === 0 ? "\nNothing is missing." : `\n${missing.length} missing.`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await center.close();
  await rm(directory, { recursive: true, force: true });
}
