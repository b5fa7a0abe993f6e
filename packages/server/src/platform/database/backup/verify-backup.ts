import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { messageOf } from "../../basics/thrown.ts";
import { listTar } from "../../basics/tar-reader.ts";
import { programSchema } from "../schema-version.ts";
import { parseManifest, type BackupManifest } from "./backup-manifest.ts";
import { checkSqliteAside } from "./check-aside.ts";
import { digestOf } from "./file-digest.ts";
import { readDump } from "./read-dump.ts";
import { schemaOfSqlite } from "./sqlite-schema.ts";

export interface BackupCheck {
  readonly name: "manifest" | "sha256" | "format" | "integrity" | "row_counts" | "schema" | "files";
  readonly ok: boolean;
  readonly detail: string;
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
 * that name fails, and the others say what can be said without it.
 *
 * @param path  the database file
 */
export async function verifyBackup(path: string): Promise<BackupCheck[]> {
  const { manifest, check } = await readManifest(path);
  const checks = [check, await checkDigest(path, manifest)];
  const format = await formatOf(path);
  checks.push({
    ...{ name: "format", ok: format !== undefined },
    detail: format === undefined ? "neither a SQLite file nor a dump" : `.${format}`,
  });
  checks.push(...(await checkContent(path, format, manifest)));
  checks.push(await checkFiles(path, manifest));
  return checks;
}

async function readManifest(path: string) {
  try {
    const manifest = parseManifest(await readFile(`${path}.manifest.json`, "utf8"));
    return {
      manifest,
      check: { name: "manifest", ok: true, detail: `${manifest.kind}, ${manifest.createdAt}` },
    } as const;
  } catch (error) {
    return {
      manifest: undefined,
      check: { name: "manifest", ok: false, detail: messageOf(error) },
    } as const;
  }
}

async function checkDigest(path: string, manifest?: BackupManifest): Promise<BackupCheck> {
  const name = "sha256";
  const digest = await digestOf(path);
  if (manifest === undefined) return { name, ok: true, detail: `${digest}, nothing to compare` };
  const { size } = await stat(path);
  if (digest === manifest.sha256 && size === manifest.sizeBytes) {
    return { name, ok: true, detail: digest };
  }
  return { name, ok: false, detail: `${digest}, ${size} bytes: not those of the manifest` };
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
      rows = await checkSqliteAside(path);
      schema = schemaOfSqlite(path);
    }
  } catch (error) {
    const detail = "it cannot be read";
    return [
      { name: "integrity", ok: false, detail: messageOf(error) },
      { name: "row_counts", ok: false, detail },
      { name: "schema", ok: false, detail },
    ];
  }
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const said = manifest?.rows ?? rows;
  const names = [...new Set([...Object.keys(rows), ...Object.keys(said)])];
  const differing = names.filter((name) => rows[name] !== said[name]);
  const fits = schema <= programSchema() && schema === (manifest?.schema ?? schema);
  return [
    { name: "integrity", ok: true, detail: "read in full" },
    {
      ...{ name: "row_counts", ok: differing.length === 0 },
      detail:
        differing.length === 0
          ? `${total} rows in ${names.length} tables`
          : `not as in the manifest: ${differing.join(", ")}`,
    },
    { name: "schema", ok: fits, detail: `${schema}; this program has ${programSchema()}` },
  ];
}

async function checkFiles(path: string, manifest?: BackupManifest): Promise<BackupCheck> {
  const name = "files";
  const archive = `${path}.files.tar`;
  if (!existsSync(archive)) {
    const ok = (manifest?.files ?? []).length === 0;
    return { name, ok, detail: ok ? "none" : "the archive of files is missing" };
  }
  try {
    const files = await listTar(archive);
    if (manifest === undefined) return { name, ok: true, detail: `${files.length} files` };
    const found: string[] = [];
    for (const file of files) found.push(`${file.name} ${await digestOf(archive, file)}`);
    const said = manifest.files.map((file) => `${file.path} ${file.sha256}`);
    const ok = found.join("\n") === said.join("\n");
    return { name, ok, detail: ok ? `${files.length} files` : "not those of the manifest" };
  } catch (error) {
    return { name, ok: false, detail: messageOf(error) };
  }
}
