import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { buildStarterWords } from "@wordloom/server/features/library/starter-words/build-starter-words";

export interface Center {
  readonly url: string;
  /** The book the journey imports. */
  readonly bookId: string;
  close(): Promise<void>;
}

const SHARED = new URL("../../../shared/data/wordbook-center/", import.meta.url).pathname;

/**
 * A local wordbook center: the real one if its folder exists, else one made from the starter words.
 */
export async function serveCenter(): Promise<Center> {
  if (existsSync(path.join(SHARED, "index.json"))) {
    return serve("cet4", (file) => readFile(path.join(SHARED, file), "utf8"));
  }
  console.log("No shared wordbook center found: using one made from the starter words.");
  const files = await starterCenter();
  return serve("starter", async (file) => files[file]);
}

async function serve(
  bookId: string,
  read: (file: string) => Promise<string | undefined>,
): Promise<Center> {
  const server = createServer((request, response) => {
    const file = decodeURIComponent((request.url ?? "/").slice(1));
    const safe = /^(index|wordbooks\/[a-z0-9-]+)\.json$/.test(file);
    void (safe ? read(file) : Promise.resolve(undefined))
      .catch(() => undefined)
      .then((text) => {
        response.writeHead(text === undefined ? 404 : 200, { "Content-Type": "application/json" });
        response.end(text ?? "{}");
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the center has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    bookId,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function starterCenter(): Promise<Readonly<Record<string, string>>> {
  const [edition] = await buildStarterWords();
  const words = edition?.words ?? [];
  const book = {
    id: "starter",
    name: "Starter words",
    wordCount: words.length,
    coverImage: null,
    tags: [],
    version: "1.0.0",
  };
  const entries = words.map((word) => ({
    spelling: word.text,
    phonetic: word.pronunciation,
    meanings: [word.meaning],
    examples: word.examples,
  }));
  return {
    "index.json": JSON.stringify({ data: [book] }),
    "wordbooks/starter.json": JSON.stringify({ ...book, words: entries }),
  };
}
