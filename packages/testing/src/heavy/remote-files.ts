import * as contract from "@wordloom/contract";
import { gzipSync } from "node:zlib";
import { openLocalWeb, type LocalPage } from "../neighbors/local-web.ts";
import { remoteBook, remoteWord } from "../neighbors/remote-book.ts";
import { maximalWords, worstWordLists } from "../neighbors/remote-worst-cases.ts";
import { credentials, type CatalogEntry } from "./heavy-catalog.ts";
import type { HeavyService } from "./heavy-service.ts";

/**
 * The worst files of a wordbook center and the worst word lists, on a local web server. Further
 * files of a center belong in `books` and `indexes`. The order of entries matters: previews and
 * imports ask the center that was set before, and a sync updates the last imported book.
 */
export interface RemoteFiles {
  /** Requests that make the service fetch them. */
  entries(service: HeavyService): CatalogEntry[];
  close(): Promise<void>;
}

/** Sizes of the largest files. */
export interface RemoteSize {
  readonly fileBytes: number;
  /** Words of the book that is imported completely; a book of longer words has fewer. */
  readonly words: number;
  readonly books: number;
  /** Size of a compressed file after expansion. */
  readonly expandedBytes: number;
}

const MIB = 1024 * 1024;
const WORDS_MAX = 100_000;
const BOOKS_MAX = 10_000;

/** The most that is read, or just too much. */
const LARGEST: RemoteSize = {
  fileBytes: 45 * MIB,
  words: WORDS_MAX,
  books: BOOKS_MAX,
  expandedBytes: 1024 * MIB,
};

const { importBookFromUrl, importWordsFromUrl, writeCenterSettings, browseCenter } = contract;
const { previewCenterBook, importCenterBook, syncCenterBook } = contract;
const { words: _none, ...description } = remoteBook([]);

/** Makes a file. @param serial  a new number each time, for words that are not stored yet */
type Make = (size: RemoteSize, serial: number) => LocalPage;

/** Book files by their defect. */
const books: Readonly<Record<string, Make>> = {
  "10 MB of empty words": () => bookOf("{},", 10 * MIB),
  "a file of empty words": ({ fileBytes }) => bookOf("{},", fileBytes),
  "deep arrays": ({ fileBytes }) => bookOf(`${"[".repeat(60)}${"]".repeat(60)},`, fileBytes),
  "open arrays": ({ fileBytes }) => "[".repeat(fileBytes),
  "one long text": ({ fileBytes }) => `{"name":"${"a".repeat(fileBytes)}"}`,
  "many keys": ({ fileBytes }) =>
    `{${Array.from({ length: Math.floor(fileBytes / 24) }, (_, n) => `"${n}k":1`).join(",")}}`,
  "a compressed file": ({ expandedBytes }) =>
    compressed(gzipSync(Buffer.alloc(expandedBytes, " "), { level: 1 })),
  "more words than allowed": () => bookOf('{"spelling":"a"},', 17 * (WORDS_MAX + 1)),
  "words of maximal length": ({ words }) => maximalWords(Math.ceil(words / 333)),
  "as many words as allowed": ({ words }, serial) => ({
    ...description,
    words: Array.from({ length: words }, (_, n) => longWord(`word ${serial} ${n}`, n)),
  }),
};

/** A version of a book in which half of the words are changed and the others replaced. */
const newVersion: Make = ({ words }, serial) => ({
  ...description,
  version: `${serial}`,
  words: Array.from({ length: words }, (_, n) =>
    longWord(n % 2 === 0 ? `kept ${n}` : `word ${serial} ${n}`, serial + n),
  ),
});

function longWord(spelling: string, n: number) {
  const meanings = [`meaning ${n}`.repeat(8)];
  return remoteWord(spelling, { meanings, examples: ["x".repeat(200)] });
}

/** Indexes by their defect. */
const indexes: Readonly<Record<string, Make>> = {
  "empty books": ({ fileBytes }) => `{"data":[${filled("{},", fileBytes)}]}`,
  "as many books as allowed": ({ books: count }) => ({
    data: Array.from({ length: count }, (_, n) => ({ ...description, id: `book-${n}` })),
  }),
};

/** The valid ones, as books of a center: read without being stored. */
const previewed = Object.entries(books).slice(-2);

export async function startRemoteFiles(size: RemoteSize = LARGEST): Promise<RemoteFiles> {
  const web = await openLocalWeb();
  let served = 0;
  const serve = (path: string, make: Make) => {
    // One file at a time: together they would exceed the memory of small machines.
    web.pages.clear();
    served += 1;
    web.pages.set(path, encoded(make(size, served)));
    return web.url + path;
  };
  let imported = "";
  const bookFile = (id: string, make: Make) =>
    serve(`/wordbooks/${id}.json`, (size, serial) => ({ ...(make(size, serial) as object), id }));
  return {
    entries: (service) => [
      ...Object.entries(worstWordLists).map(([what, make]) => ({
        name: `importWordsFromUrl: ${what}`,
        endpoint: importWordsFromUrl,
        make: () => asked(service, importWordsFromUrl, { url: serve("/words.txt", make) }),
      })),
      ...Object.entries(books).map(([what, make]) => ({
        name: `importBookFromUrl: ${what}`,
        endpoint: importBookFromUrl,
        // A book is imported once from each address.
        make: () => asked(service, importBookFromUrl, { url: serve(`/book-${served}.json`, make) }),
      })),
      ...Object.entries(indexes).flatMap(([what, make]) => [
        {
          name: `writeCenterSettings: a center with ${what}`,
          endpoint: writeCenterSettings,
          make: () =>
            asked(service, writeCenterSettings, { wordbookCenterUrl: serve("/index.json", make) }),
        },
        {
          name: `browseCenter: ${what}`,
          endpoint: browseCenter,
          make: () => asked(service, browseCenter),
        },
      ]),
      ...previewed.map(([what, make]) => ({
        name: `previewCenterBook: ${what}`,
        endpoint: previewCenterBook,
        make() {
          serve(`/wordbooks/${description.id}.json`, make);
          const request = askedOf(service, previewCenterBook, description.id);
          return { ...request, path: `${request.path}?perPage=100` };
        },
      })),
      {
        name: "importCenterBook: as many words as allowed",
        endpoint: importCenterBook,
        make() {
          imported = `book-${served}`;
          bookFile(imported, newVersion);
          return askedOf(service, importCenterBook, imported);
        },
      },
      {
        name: "syncCenterBook: half the words changed, the others replaced",
        endpoint: syncCenterBook,
        make() {
          bookFile(imported, newVersion);
          return askedOf(service, syncCenterBook, imported);
        },
      },
    ],
    close: () => web.close(),
  };
}

/** Encoded before the request, because encoding would delay what the meter measures. */
function encoded(page: LocalPage): LocalPage {
  if (typeof page === "function" || Buffer.isBuffer(page)) return page;
  return Buffer.from(typeof page === "string" ? page : JSON.stringify(page));
}

function asked(service: HeavyService, endpoint: contract.Endpoint, body?: object) {
  const { method, path } = endpoint;
  const sent = body && { body: Buffer.from(JSON.stringify(body)) };
  return { method, path, headers: credentials(service, endpoint), ...sent };
}

function askedOf(service: HeavyService, endpoint: contract.Endpoint, id: string) {
  const request = asked(service, endpoint);
  return { ...request, path: request.path.replace(":id", id) };
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
