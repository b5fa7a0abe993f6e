import type { ByteSource } from "../files/byte-source.ts";
import { UnreadableError } from "../files/unreadable.ts";

/** The pages of a database, of which each may be used only once. */
export interface DatabasePages {
  /** Bytes of a page of which the database makes use. */
  readonly usable: number;
  /** How texts are encoded. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** A page that nothing has used yet. @throws UnreadableError */
  take(page: number): TreePage;
  /**
   * Follows the tree that begins on this page. A page that comes twice would be read without end.
   *
   * @throws UnreadableError
   */
  checkTree(root: number): void;
}

/** A page of a tree, or one of those on which a long row goes on. */
export interface TreePage {
  readonly view: DataView<ArrayBuffer>;
  /** What the page is, by its first byte: 2 and 5 are inner pages, 10 and 13 leaves. */
  readonly kind: number;
  /** Places of its cells. */
  cells(): number[];
  /** Pages below it; none for leaves. @throws UnreadableError for pages of no tree */
  children(): number[];
}

const ENCODINGS = ["utf-8", "utf-8", "utf-16le", "utf-16be"] as const;
/** The header of the file stands at the beginning of page 1, bytes. */
const FILE_HEADER = 100;

/**
 * Reads where the pages of a database are.
 *
 * Source: SQLite, "Database File Format", 1.3 and 1.6.
 *
 * @throws UnreadableError for a file without a sound header
 */
export function openPages(source: ByteSource): DatabasePages {
  const header = source.read(0, FILE_HEADER);
  const stored = header.length < FILE_HEADER ? 0 : ((header[16] ?? 0) << 8) | (header[17] ?? 0);
  const size = stored === 1 ? 65_536 : stored;
  if (size < 512 || (size & (size - 1)) !== 0)
    throw new UnreadableError("The database has no sound header.");
  const count = Math.floor(source.size / size);
  const used = new Uint8Array(count + 1);
  const use = (page: number) => {
    if (!(page >= 1 && page <= count)) throw damagedPage(page);
    if (used[page] === 1)
      throw new UnreadableError(`The database is damaged: it uses page ${page} twice.`);
    used[page] = 1;
  };
  const take = (page: number): TreePage => {
    use(page);
    return pageOf(new Uint8Array(source.read((page - 1) * size, size)), page);
  };
  return {
    usable: size - (header[20] ?? 0),
    encoding: ENCODINGS[header[59] ?? 0] ?? "utf-8",
    take,
    checkTree(root) {
      const waiting = [root];
      for (let page = waiting.pop(); page !== undefined; page = waiting.pop())
        for (const child of take(page).children()) waiting.push(child);
    },
  };
}

function pageOf(bytes: Uint8Array<ArrayBuffer>, number: number): TreePage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = number === 1 ? FILE_HEADER : 0;
  const kind = view.getUint8(start);
  const isInner = kind === 2 || kind === 5;
  const first = start + (isInner ? 12 : 8);
  const cells = () => {
    const count = view.getUint16(start + 3);
    if (first + count * 2 > view.byteLength) throw damagedPage(number);
    return Array.from({ length: count }, (_, cell) => view.getUint16(first + cell * 2));
  };
  return {
    view,
    kind,
    cells,
    children() {
      if (kind === 10 || kind === 13) return [];
      if (!isInner) throw damagedPage(number);
      const places = cells();
      if (places.some((place) => place + 4 > view.byteLength)) throw damagedPage(number);
      return [...places.map((place) => view.getUint32(place)), view.getUint32(start + 8)];
    },
  };
}

const damagedPage = (page: number) =>
  new UnreadableError(`The database is damaged on page ${page}.`);
