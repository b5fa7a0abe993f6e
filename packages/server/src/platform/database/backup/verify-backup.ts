import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { inEnglish } from "../../basics/english.ts";
import { messageOf } from "../../basics/thrown.ts";
import { listTar } from "../../basics/tar-reader.ts";
import { programSchema } from "../schema-version.ts";
import { parseManifest, type BackupManifest } from "./backup-manifest.ts";
import { findingTexts, type Finding } from "./check-texts.ts";
import { checkSqliteAside } from "./check-aside.ts";
import { digestOf } from "./file-digest.ts";
import { readDump } from "./read-dump.ts";

export interface BackupCheck {
  readonly name: "manifest" | "sha256" | "format" | "integrity" | "row_counts" | "schema" | "files";
  readonly ok: boolean;
  /** In English. */
  readonly detail: string;
  readonly code: Finding["code"];
  readonly args: Finding["args"];
}

function checked(name: BackupCheck["name"], ok: boolean, finding: Finding): BackupCheck {
  return { name, ok, detail: inEnglish(findingTexts, finding), ...finding };
}

/** The form of a backup's database file, by its first bytes. */
export async function formatOf(path: string): Promise<"db" | "dump" | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    if (buffer.toString("latin1", 0, bytesRead) === "SQLite format 3\u0000") return "db";
    return buffer[0] === 0x1f && buffer[1] === 0x8b ? "dump" : undefined;
  } finally {
    await file.close();
  }
}

/** When a backup was made, epoch milliseconds; without a manifest, by the time of its file. */
export async function timeOfBackup(path: string): Promise<number> {
  const { manifest } = await readManifest(path);
  return manifest === undefined ? (await stat(path)).mtimeMs : Date.parse(manifest.createdAt);
}

/**
 * Reads a backup in full and compares it with its manifest. Without a manifest only the check of
 * that name fails, and the others report what they can.
 *
 * @param path  the database file
 */
export async function verifyBackup(path: string): Promise<BackupCheck[]> {
  const { manifest, check } = await readManifest(path);
  const checks = [check, await checkDigest(path, manifest)];
  const format = await formatOf(path);
  checks.push(
    format === undefined
      ? checked("format", false, { code: "format_unknown", args: {} })
      : checked("format", true, { code: "format_known", args: { format } }),
  );
  checks.push(...(await checkContent(path, format, manifest)));
  checks.push(await checkFiles(path, manifest));
  return checks;
}

async function readManifest(path: string) {
  try {
    const manifest = parseManifest(await readFile(`${path}.manifest.json`, "utf8"));
    const args = { kind: manifest.kind, madeAt: manifest.createdAt };
    return { manifest, check: checked("manifest", true, { code: "manifest_read", args }) };
  } catch (cause) {
    const args = { error: messageOf(cause) };
    const check = checked("manifest", false, { code: "manifest_unreadable", args });
    return { manifest: undefined, check };
  }
}

async function checkDigest(path: string, manifest?: BackupManifest): Promise<BackupCheck> {
  const name = "sha256";
  const digest = await digestOf(path);
  if (manifest === undefined) {
    return checked(name, true, { code: "digest_alone", args: { digest } });
  }
  const { size: bytes } = await stat(path);
  if (digest === manifest.sha256 && bytes === manifest.sizeBytes) {
    return checked(name, true, { code: "digest_right", args: { digest } });
  }
  return checked(name, false, { code: "digest_wrong", args: { digest, bytes } });
}

async function checkContent(
  path: string,
  format: "db" | "dump" | undefined,
  manifest?: BackupManifest,
): Promise<BackupCheck[]> {
  let rows: Readonly<Record<string, number>>;
  let schema: number;
  try {
    if (format === "dump") {
      const read = await readDump(path);
      rows = read.rows;
      schema = read.facts.schema;
    } else {
      const read = await checkSqliteAside(path);
      rows = read.rows;
      schema = programSchema(read.migrations.map((name) => ({ name })));
    }
  } catch (cause) {
    const args = { error: messageOf(cause) };
    return [
      checked("integrity", false, { code: "content_unreadable", args }),
      checked("row_counts", false, { code: "not_readable", args: {} }),
      checked("schema", false, { code: "not_readable", args: {} }),
    ];
  }
  const own = programSchema();
  const fits = schema <= own && schema === (manifest?.schema ?? schema);
  return [
    checked("integrity", true, { code: "content_read", args: {} }),
    checkRows(rows, manifest?.rows ?? rows),
    checked("schema", fits, { code: "schema_found", args: { schema, own } }),
  ];
}

type RowCounts = Readonly<Record<string, number>>;

function checkRows(found: RowCounts, said: RowCounts): BackupCheck {
  const names = [...new Set([...Object.keys(found), ...Object.keys(said)])];
  const tables = names.filter((name) => found[name] !== said[name]);
  if (tables.length > 0) {
    return checked("row_counts", false, { code: "rows_wrong", args: { tables } });
  }
  const rows = Object.values(found).reduce((sum, count) => sum + count, 0);
  return checked("row_counts", true, { code: "rows_right", args: { rows, tables: names.length } });
}

async function checkFiles(path: string, manifest?: BackupManifest): Promise<BackupCheck> {
  const name = "files";
  const archive = `${path}.files.tar`;
  if (!existsSync(archive)) {
    const ok = (manifest?.files ?? []).length === 0;
    return checked(name, ok, { code: ok ? "no_files" : "files_missing", args: {} });
  }
  try {
    const files = await listTar(archive);
    const right = { code: "files_right", args: { files: files.length } } as const;
    if (manifest === undefined) return checked(name, true, right);
    const found: string[] = [];
    for (const file of files) found.push(`${file.name} ${await digestOf(archive, file)}`);
    const said = manifest.files.map((file) => `${file.path} ${file.sha256}`);
    const ok = found.join("\n") === said.join("\n");
    return checked(name, ok, ok ? right : { code: "files_wrong", args: {} });
  } catch (cause) {
    return checked(name, false, { code: "files_unreadable", args: { error: messageOf(cause) } });
  }
}
