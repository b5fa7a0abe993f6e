import * as contract from "@wordloom/contract";
import { gzipSync } from "node:zlib";
import { openLocalWeb, type LocalPage } from "../local-web.ts";
import { remoteBook, remoteWord } from "../remote-book.ts";
import type { CatalogueEntry } from "./heavy-catalogue.ts";
import type { HeavyService } from "./heavy-service.ts";

/**
 * The worst files of a wordbook center, on a local web server; the service needs
 * WORDBOOK_CENTER_ALLOW_PRIVATE. Further remote files belong into `books` and `indexes`.
 */
export interface RemoteFiles {
  /** Requests that make the service fetch them. */
  entries(service: HeavyService): CatalogueEntry[];
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
/** Below the limit of 50 MB, so that all of it is read. */
const FILE_BYTES = 45 * MIB;
const BOOK_WORDS = 100_000;
const INDEX_BOOKS = 10_000;

const { words: _none, ...description } = remoteBook([]);

/** Book files by what is bad about them. */
const books: Readonly<Record<string, () => LocalPage>> = {
  "10 MB of empty words": () => bookOf("{},", 10 * MIB),
  "40 MB of empty words": () => bookOf("{},", 40 * MIB),
  "deep arrays": () => bookOf(`${"[".repeat(60)}${"]".repeat(60)},`, FILE_BYTES),
  "open arrays": () => "[".repeat(FILE_BYTES),
  "one long text": () => `{"name":"${"a".repeat(FILE_BYTES)}"}`,
  "many keys": () => `{${Array.from({ length: 2_000_000 }, (_, n) => `"${n}k":1`).join(",")}}`,
  "a compressed gigabyte": () => compressed(gzipSync(Buffer.alloc(1024 * MIB, " "))),
  "more words than allowed": () => bookOf('{"spelling":"a"},', 17 * (BOOK_WORDS + 1)),
  "as many words as allowed": () => ({
    ...description,
    words: Array.from({ length: BOOK_WORDS }, (_, n) =>
      remoteWord(`word ${n}`, {
        meanings: [`meaning ${n}`.repeat(8)],
        examples: ["x".repeat(200)],
      }),
    ),
  }),
};

/** Indexes likewise. */
const indexes: Readonly<Record<string, () => LocalPage>> = {
  "empty books": () => `{"data":[${filled("{},", FILE_BYTES)}]}`,
  "as many books as allowed": () => ({
    data: Array.from({ length: INDEX_BOOKS }, (_, n) => ({ ...description, id: `book-${n}` })),
  }),
};

export async function startRemoteFiles(): Promise<RemoteFiles> {
  const web = await openLocalWeb();
  const serve = (path: string, make: () => LocalPage) => {
    // One file at a time, because together they are larger than the memory of small machines.
    web.pages.clear();
    web.pages.set(path, make());
    return web.url + path;
  };
  return {
    entries: (service) => [
      ...Object.entries(books).map(([what, make]) => ({
        name: `importBookFromUrl: ${what}`,
        endpoint: contract.importBookFromUrl,
        make: () => asked(service, contract.importBookFromUrl, { url: serve("/book.json", make) }),
      })),
      ...Object.entries(indexes).flatMap(([what, make]) => [
        {
          name: `writeCenterSettings: a center with ${what}`,
          endpoint: contract.writeCenterSettings,
          make: () =>
            asked(service, contract.writeCenterSettings, {
              wordbookCenterUrl: serve("/index.json", make),
            }),
        },
        {
          name: `browseCenter: ${what}`,
          endpoint: contract.browseCenter,
          make: () => asked(service, contract.browseCenter),
        },
      ]),
    ],
    close: () => web.close(),
  };
}

function asked({ heavy }: HeavyService, { method, path }: contract.Endpoint, body?: object) {
  const sent = body && { body: Buffer.from(JSON.stringify(body)) };
  return { method, path, headers: { ...heavy.headers }, ...sent };
}

function bookOf(word: string, bytes: number): string {
  const head = JSON.stringify(description).slice(0, -1);
  return `${head},"words":[${filled(word, bytes)}]}`;
}

function filled(part: string, bytes: number): string {
  return part.repeat(bytes / part.length).slice(0, -1);
}

function compressed(bytes: Buffer): LocalPage {
  return (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bytes);
}
