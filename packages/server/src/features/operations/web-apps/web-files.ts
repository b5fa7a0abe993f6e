import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Encodings of the copies that the build stores beside a file, best first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

export type Encoding = keyof typeof ENCODINGS | "identity";

/** A file with its compressed copies. Copies that would not be smaller are missing. */
export interface WebFile {
  readonly type: string;
  /** Whether its name changes with its content, so that it may be cached permanently. */
  readonly hashed: boolean;
  readonly identity: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
  /** A hash of the content, without quotes. */
  readonly etag: string;
}

/** The files of one app, in memory. */
export interface WebFiles {
  /** By path within the app as it appears in a URL, without the leading slash. */
  readonly files: ReadonlyMap<string, WebFile>;
  readonly page: WebFile;
  /** Names of the folders at the top. Everything below them is a file. */
  readonly folders: ReadonlySet<string>;
}

const PAGE = "index.html";

/** An app has a few dozen files of one or two megabytes together. */
const FILES_MAX = 2_000;
const BYTES_MAX = 64 * 1024 * 1024;

const BASE_PATH = "%BASE_PATH%";
/** As named by the build tool: `study-B1x_9-aZ.js`. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+$/;

const SOURCE_MAP = /\.map(\.br|\.gz)?$/;

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Reads a built app. Requests only look their path up, so none leads out of the folder, and an
 * update may replace the folder while this process still serves the old files.
 *
 * Leaves out names that begin with a dot, source maps and symbolic links. Replaces `%BASE_PATH%` in
 * the index page.
 *
 * @param basePath  without a slash at the end; empty at the root
 * @throws Error if there is no index page, or if this cannot be a web app because of its size
 */
export function readWebFiles(folder: string, basePath: string): WebFiles {
  const contents = readContents(folder);
  const source = contents.get(PAGE);
  if (source === undefined) throw new Error(`${folder} has no ${PAGE}`);
  const page = pageOf(source, basePath);
  const files = new Map<string, WebFile>();
  for (const [name, identity] of contents) {
    if (name === PAGE || isCopy(name, contents)) continue;
    files.set(encodeURI(name), fileOf(name, identity, copiesOf(name, contents)));
  }
  const folders = [...contents.keys()].filter((name) => name.includes("/"));
  return { files, page, folders: new Set(folders.map((name) => name.split("/", 1)[0] ?? "")) };
}

function readContents(folder: string): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  for (const name of namesIn(folder)) {
    const content = readFileSync(join(folder, name));
    contents.set(name, content);
    bytes += content.length;
    if (contents.size > FILES_MAX || bytes > BYTES_MAX) {
      throw new Error(`${folder} is no web app: over ${FILES_MAX} files or ${BYTES_MAX} bytes`);
    }
  }
  return contents;
}

/** Does not use Node's `recursive` option, which follows symbolic links to folders. */
function* namesIn(folder: string, below = ""): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const name = below + entry.name;
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* namesIn(folder, `${name}/`);
    else if (entry.isFile() && !SOURCE_MAP.test(name)) yield name;
  }
}

/** Whether this is the compressed copy of another file. */
function isCopy(name: string, contents: ReadonlyMap<string, Buffer>): boolean {
  const extension = extname(name);
  const isEncoding = Object.values(ENCODINGS).some((known) => known === extension);
  return isEncoding && contents.has(name.slice(0, -extension.length));
}

type Copies = Pick<WebFile, "br" | "gzip">;

function copiesOf(name: string, contents: ReadonlyMap<string, Buffer>): Copies {
  const br = contents.get(name + ENCODINGS.br);
  const gzip = contents.get(name + ENCODINGS.gzip);
  return { ...(br && { br }), ...(gzip && { gzip }) };
}

/** The build cannot compress the page, because it differs with BASE_PATH. */
function pageOf(source: Buffer, basePath: string): WebFile {
  const page = Buffer.from(source.toString().replaceAll(BASE_PATH, basePath));
  return fileOf(PAGE, page, { br: brotliCompressSync(page), gzip: gzipSync(page) });
}

function fileOf(name: string, identity: Buffer, copies: Copies): WebFile {
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 20);
  return { type, hashed: HASHED.test(name), identity, ...copies, etag };
}
