import { gzipSync } from "node:zlib";
import type { LocalPage } from "./local-web.ts";

const MB = 1024 * 1024;
/** The largest file of a wordbook center that is read. */
const FILE_BYTES = 50 * MB;
/** The largest word list that is read. */
const WORD_LIST_BYTES = 10 * MB;

const BOOK_HEAD = '{"id":"demo","name":"Demo","version":"1","words":[';
const INDEX_HEAD = '{"data":[';

/** Files of hostile or very large servers, by name; each call makes a new one. */
export type RemoteFiles = Readonly<Record<string, () => LocalPage>>;

/** For everything that fetches one book of a center, which has the id `demo`. */
export const worstBooks: RemoteFiles = {
  "100,000 words in 50 MB": () => largestBook(),
  "100,000 short words": () => listOf(BOOK_HEAD, 100_000, (n) => `{"spelling":"w${n}"}`),
  "words of maximal length": () => maximalWords(300),
  "10 MB of empty words": () => repeated(BOOK_HEAD, "{},", 10 * MB),
  "50 MB of empty words": () => repeated(BOOK_HEAD, "{},", FILE_BYTES - 100),
  "99,999 empty words": () => listOf(BOOK_HEAD, 99_999, () => "{}"),
  "a bad last word": () =>
    listOf(BOOK_HEAD, 99_999, (n) => (n < 99_998 ? `{"spelling":"${n}"}` : "5")),
  "a text of 50 MB": () => repeated(`${BOOK_HEAD}{"spelling":"`, "x", FILE_BYTES - 100),
  "50 MB in fields that nobody reads": () =>
    listOf(BOOK_HEAD, 49, (n) => `{"spelling":"w${n}","x":[${"[{}],".repeat(200_000)}0]}`),
  "350,000 meanings": () =>
    `${BOOK_HEAD}{"spelling":"a","meanings":[${'"",'.repeat(349_000)}""]}]}`,
  "350,000 meanings that are numbers": () =>
    `${BOOK_HEAD}{"spelling":"a","meanings":[${"1,".repeat(349_000)}1]}]}`,
  "escapes without end": () => repeated(`${BOOK_HEAD}"`, "\\u0061", FILE_BYTES - 100),
  "100,000 lists of words": () => repeated('{"id":"demo",', '"words":[],', 2 * MB),
  "a million unknown fields": () => repeated('{"id":"demo",', '"x":1,', FILE_BYTES - 100),
  ...worstJson(BOOK_HEAD),
  ...worstServers(BOOK_HEAD),
};

/** For everything that fetches the index of a center. */
export const worstIndexes: RemoteFiles = {
  "10,000 books": () => listOf(INDEX_HEAD, 10_000, (n) => bookEntry(n, 50)),
  "10,000 books in 7 MB": () => listOf(INDEX_HEAD, 10_000, (n) => bookEntry(n, 600)),
  "10,000 books in 45 MB": () => listOf(INDEX_HEAD, 10_000, (n) => bookEntry(n, 4_400)),
  "10 MB of empty books": () => repeated(INDEX_HEAD, "{},", 10 * MB),
  "350,000 tags that are numbers": () =>
    `${INDEX_HEAD}{"id":"demo","name":"x","tags":[${"1,".repeat(349_000)}1]}]}`,
  ...worstJson(INDEX_HEAD),
  ...worstServers(INDEX_HEAD),
};

/** For imports of word lists. */
export const worstWordLists: RemoteFiles = {
  "5,000 words in 10 MB": () => lines(5_000, (n) => `w${n}\t${"苹果 ".repeat(285)}`),
  "10 MB of empty lines": () => repeated("", "\n", WORD_LIST_BYTES),
  "10 MB of comments": () => repeated("", "#\n", WORD_LIST_BYTES),
  "10 MB of words": () => repeated("", "a\n", WORD_LIST_BYTES),
  "one word of 10 MB": () => repeated("", "a", WORD_LIST_BYTES),
  "one line of separators": () => repeated("a", " - ", WORD_LIST_BYTES - 3),
  "one line of blanks": () => repeated("", " ", WORD_LIST_BYTES),
  "a bad last word": () => lines(5_000, (n) => (n < 4_999 ? `w${n}` : "x".repeat(201))),
  ...worstServers(""),
};

function worstJson(head: string): RemoteFiles {
  return {
    "brackets without end": () => repeated(head, "[", FILE_BYTES - 100),
    "objects without end": () => repeated(head, '{"a":', FILE_BYTES - 100),
    "commas without end": () => repeated(head, ",", 10 * MB),
    "blanks without end": () => repeated(head, " ", FILE_BYTES - 100),
    "keys of prototypes": () =>
      listOf(head, 9_999, (n) => `{"__proto__":{"id":"x"},"constructor":1,"spelling":"${n}"}`),
    "half a character": () =>
      Buffer.concat([Buffer.from(`${head}{"spelling":"`), Buffer.from([0xe8])]),
  };
}

function worstServers(head: string): RemoteFiles {
  return {
    "a reply without end": () => (response) => {
      const more = () => void (response.destroyed || response.write(" ".repeat(65_536), more));
      response.write(head, more);
    },
    "a gzip bomb": () => (response) => {
      response.setHeader("content-encoding", "gzip").end(gzipBomb());
    },
    "single bytes": () => (response) => {
      let left = 100;
      const more = () => {
        left -= 1;
        if (response.destroyed || left < 0) return void response.end();
        for (let n = 0; n < 999; n += 1) response.write(" ");
        response.write(" ", more);
      };
      response.write(head, more);
    },
  };
}

let packed: Buffer | undefined;

/** Expands to more than is read; better or repeated compression would take too long. */
function gzipBomb(): Buffer {
  return (packed ??= gzipSync(Buffer.alloc(2 * FILE_BYTES, " "), { level: 1 }));
}

/** 100,000 words in just under 50 MB, with Chinese meanings and examples. */
function largestBook(): Buffer {
  const example = `${"An example of how the word is used. ".repeat(6)}`;
  const examples = JSON.stringify([example, "这是一个例句。".repeat(3)]);
  const word = (n: number) => {
    const meanings = `["苹果；果实","${`第 ${n} 个意思`.repeat(4)}"]`;
    const spelling = `"spelling":"word${n}","phonetic":"/wɜːd/"`;
    return `{${spelling},"meanings":${meanings},"examples":${examples}}`;
  };
  return listOf(BOOK_HEAD, 100_000, word);
}

/** A book whose words have every field at its maximum length. */
export function maximalWords(count: number): Buffer {
  return listOf(BOOK_HEAD, count, maximalWord);
}

/** Chinese characters without repetition, then the first ones again. */
const CHARACTERS = String.fromCodePoint(
  ...Array.from({ length: 22_000 }, (_, place) => 0x4e00 + ((place * 31) % 20_000)),
);

function maximalWord(n: number): string {
  const pseudo = (length: number, salt: number) => {
    const start = (n * 17 + salt * 7919) % 20_000;
    return CHARACTERS.slice(start, start + length);
  };
  return JSON.stringify({
    spelling: `${n}${pseudo(190, 1)}`,
    phonetic: pseudo(200, 2),
    meanings: [pseudo(2_000, 3)],
    examples: Array.from({ length: 50 }, (_, salt) => pseudo(1_000, salt)),
  });
}

function bookEntry(n: number, length: number): string {
  return JSON.stringify({
    id: `b${n}`,
    name: `Book ${n}`,
    description: "d".repeat(length),
    version: "1",
  });
}

/** A list of this many entries, complete. */
function listOf(head: string, count: number, entry: (n: number) => string): Buffer {
  const parts: Buffer[] = [Buffer.from(head)];
  for (let start = 0; start < count; start += 1_000) {
    const some = Array.from({ length: Math.min(1_000, count - start) }, (_, n) => entry(start + n));
    parts.push(Buffer.from((start === 0 ? "" : ",") + some.join()));
  }
  return Buffer.concat([...parts, Buffer.from("]}")]);
}

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join("\n");
}

/** The same text repeated, without an end. */
function repeated(head: string, text: string, bytes: number): Buffer {
  const all = Buffer.allocUnsafe(bytes);
  return all.fill(text, all.write(head));
}
