import { z } from "zod";
import type { Dialect } from "../migrations/migration.ts";

/** Why a backup was made. */
export const BACKUP_KINDS = [
  "upgrade",
  "daily",
  "manual",
  "pre_restore",
  "pre_rollback",
  "pre_migration",
] as const;

export type BackupKind = (typeof BACKUP_KINDS)[number];

/** A file of the data directory that belongs to a backup. */
export interface BackedUpFile {
  /** Path relative to the data directory. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly mode: number;
}

/** Facts about a backup, stored before its rows: the first line of a dump. */
export interface BackupFacts {
  readonly format: 1;
  readonly name: string;
  readonly kind: BackupKind;
  readonly database: Dialect;
  /** Release tag of the program that made it. */
  readonly version: string;
  readonly schema: number;
  readonly minReaderSchema: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Stored next to each backup as `<file>.manifest.json`. */
export interface BackupManifest extends BackupFacts {
  /** Position in the order of creation, from 1; earlier releases wrote none. */
  readonly sequence?: number | undefined;
  readonly sizeBytes: number;
  /** Digest of the database file, hexadecimal. */
  readonly sha256: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly BackedUpFile[];
}

const Facts = z.object({
  format: z.literal(1),
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  database: z.enum(["sqlite", "postgres"]),
  version: z.string(),
  schema: z.number().int().min(0),
  minReaderSchema: z.number().int().min(0),
  createdAt: z.string(),
});

const Manifest = Facts.extend({
  sequence: z.number().int().min(1).optional(),
  sizeBytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.record(z.string(), z.number().int().min(0)),
  files: z.array(
    z.object({
      path: z.string(),
      sha256: z.string(),
      mode: z.number().int().min(0).max(0o777),
    }),
  ),
});

/** @throws Error if the value has another form */
export function parseFacts(value: unknown): BackupFacts {
  return Facts.parse(value);
}

/** @throws Error if the text has another form */
export function parseManifest(text: string): BackupManifest {
  return Manifest.parse(JSON.parse(text));
}
