import { closeSync, openSync, writeSync } from "node:fs";
import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";

/** An archive that is being written. */
export interface ZipFile {
  /** Adds a file of this name. @throws Error above four gigabytes */
  add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Adds the directory. @returns the size of the archive, bytes */
  end(): number;
  /** Gives up, or does nothing after `end`. */
  close(): void;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Without ZIP64, which some readers of decks do not know, no number is larger. */
const BYTES_MAX = 0xffffffff;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01, the first day that the format knows: the same content gives the same bytes. */
const DATE = 0x0021;
const LEVEL = 4;

/**
 * Starts a ZIP archive. Sizes stand in front of the content, as every reader understands them.
 *
 * Source: PKWARE, APPNOTE 6.3.10.
 *
 * @param path  a file that does not exist yet
 */
export function createZipFile(path: string): ZipFile {
  const file = openSync(path, "wx", 0o600);
  const entries: Written[] = [];
  let place = 0;
  let isOpen = true;
  const write = (bytes: Uint8Array) => {
    if (place + bytes.length > BYTES_MAX) throw new Error("the archive is larger than 4 GB");
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, place + done);
    place += bytes.length;
  };
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    async add(fileName, content) {
      const name = Buffer.from(fileName);
      const offset = place;
      place += HEADER_BYTES + name.length;
      let [crc, size] = [0, 0];
      const deflate = createDeflateRaw({ level: LEVEL });
      const packing = (async () => {
        for await (const bytes of deflate) write(bytes as Buffer);
      })();
      // Its fault is thrown below; until then it must not end the process.
      packing.catch(() => undefined);
      for await (const bytes of content) {
        crc = crc32(bytes, crc);
        size += bytes.length;
        if (!deflate.write(bytes)) await Promise.race([once(deflate, "drain"), packing]);
      }
      deflate.end();
      await packing;
      const packed = place - offset - HEADER_BYTES - name.length;
      const entry = { name, offset, crc, packed, size };
      entries.push(entry);
      writeSync(file, headerOf(entry), 0, HEADER_BYTES + name.length, offset);
    },
    end() {
      const start = place;
      for (const entry of entries) write(directoryEntry(entry));
      write(endOf(entries.length, place - start, start));
      close();
      return place;
    },
    close,
  };
}

const HEADER_BYTES = 30;

function fieldsOf({ name, crc, packed, size }: Written): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(FLAGS, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function headerOf(entry: Written): Buffer {
  return Buffer.concat([Buffer.from("PK\x03\x04"), fieldsOf(entry), entry.name]);
}

function directoryEntry(entry: Written): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset, 10);
  const version = Buffer.from([20, 0]);
  const parts = [Buffer.from("PK\x01\x02"), version, fieldsOf(entry), rest, entry.name];
  return Buffer.concat(parts);
}

function endOf(count: number, bytes: number, start: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(start, 12);
  return Buffer.concat([Buffer.from("PK\x05\x06"), end]);
}
