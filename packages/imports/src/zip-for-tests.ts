import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive for tests; what is given wrongly is written wrongly. */
export interface TestEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Packed bytes, where they are not those of the content. */
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly crc?: number;
  /** The place of the local header, where it is not its own. */
  readonly offset?: number;
}

/** Writes a ZIP archive. Source: PKWARE, APPNOTE 6.3.10. */
export function zipOf(entries: readonly TestEntry[], count = entries.length): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? "");
    const method = entry.method ?? 8;
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const name = Buffer.from(entry.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed]));
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.offset ?? place, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), version, fields, rest, name]));
    place += bodies.at(-1)?.length ?? 0;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(place, 12);
  return Buffer.concat([...bodies, list, Buffer.from("PK\x05\x06"), end]);
}

const SHEET = '<sheet name="One" sheetId="1" r:id="r1"/>';

/** A workbook with one sheet whose rows are given as XML. */
export function xlsxOf(sheet: string, more: readonly TestEntry[] = []): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return zipOf([
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${main}"><sheets>${SHEET}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content:
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>' +
        '<Relationship Id="r2" Target="sharedStrings.xml"/></Relationships>',
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content:
        sheet.startsWith("<") && !sheet.startsWith("<row")
          ? sheet
          : `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    },
    ...more,
  ]);
}

/** A row of texts for `xlsxOf`. */
export function sheetRow(...cells: readonly string[]): string {
  const inline = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
  return `<row>${inline.join("")}</row>`;
}
