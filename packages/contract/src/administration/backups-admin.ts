import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { backupSentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";

const admin = { access: "admin", stability: "beta" } as const;

export const BackupKind = z
  .enum(["upgrade", "daily", "manual", "pre_restore", "pre_rollback", "pre_migration"])
  .describe(
    "Why it was made. Backups made before dangerous operations, `pre_*`, are never pruned.",
  );

/** A backup: a consistent snapshot of the database, with the files that belong to it. */
export const BackupEntry = z.object({
  name: z
    .string()
    .describe("File name of its database part; identifies the backup in other calls."),
  kind: BackupKind,
  sizeBytes: z.number().int().min(0).describe("Size of the database part, bytes."),
  createdAt: Timestamp.describe("When the snapshot was taken."),
  version: z
    .string()
    .nullable()
    .describe("Release tag of the program that made it; null if its manifest is missing."),
  sha256: z
    .string()
    .describe("SHA-256 of the database part, hexadecimal; empty if its manifest is missing."),
  verified: z
    .boolean()
    .describe(
      "Whether it was read in full after it was made and has not been found damaged since.",
    ),
  host: z.string().describe("Name of the machine whose disk holds it."),
});

/** The backup to restore after an accident, as the service judges it. */
export const LastBackup = z.object({
  at: Timestamp.nullable().describe("When the last good backup was made; null if never."),
  ok: z.boolean().describe("Whether a sufficiently recent backup exists."),
  ageHours: z
    .number()
    .nonnegative()
    .nullable()
    .describe("Age of that backup, hours; null if there is none."),
  isDatedAhead: z
    .boolean()
    .describe("Whether all good backups are dated in the future; then `at` is null."),
});

export const BackupList = z.object({
  backups: z.array(BackupEntry).describe("The backups, newest first."),
  lastBackup: LastBackup.describe("The backup that would be used if the database were lost."),
  totalBytes: z.number().int().min(0).describe("Total size of all database parts, bytes."),
  thresholdBytes: z
    .number()
    .int()
    .positive()
    .describe("Size above which `totalBytes` is worth a warning; 10 GiB."),
});

export const BackupCheckName = z.enum([
  "manifest",
  "sha256",
  "format",
  "integrity",
  "row_counts",
  "schema",
  "files",
]);

export const BackupVerification = z.object({
  ok: z.boolean().describe("Whether all checks passed."),
  checks: z
    .array(
      z.object({
        name: BackupCheckName.describe("The property of the backup that was checked."),
        ok: z.boolean().describe("Whether the check passed."),
        detail: z.string().describe("Result of the check, in one sentence, in English."),
        ...sentenceFields(backupSentences),
      }),
    )
    .describe("The checks, in the order in which they were made."),
});

const making = {
  ...admin,
  method: "POST",
  replies: { 200: enveloped(BackupEntry) },
  errors: ["BACKUP_FAILED"],
} as const;

export const createBackup = endpoint({
  ...making,
  path: "/api/admin/updates/backups",
  summary: "Make a backup of the running service, and read it in full.",
});

export const createBackupNow = endpoint({
  ...making,
  path: "/api/admin/updates/backup",
  summary: "Same as `POST /api/admin/updates/backups`, at its former path.",
});

export const listBackups = endpoint({
  ...admin,
  method: "GET",
  path: "/api/admin/updates/backups",
  summary: "All backups, including those on other machines.",
  replies: { 200: enveloped(BackupList) },
  errors: [],
});

export const downloadBackup = endpoint({
  method: "GET",
  access: "super",
  stability: "beta",
  scope: "none",
  path: "/api/admin/updates/backups/:name/download",
  summary: "Download a backup's file; `X-Content-Sha256` has its expected hash.",
  query: z.object({
    part: z
      .enum(["database", "files", "bundle"])
      .optional()
      .describe(
        "database (default); files: keys, secrets and the engine configuration as a tar archive; " +
          "bundle: both with the manifest in one archive, for another machine.",
      ),
  }),
  replies: { 200: stream("application/octet-stream") },
  errors: ["BACKUP_NOT_FOUND", "BACKUP_ELSEWHERE"],
});

export const verifyBackup = endpoint({
  ...admin,
  method: "POST",
  path: "/api/admin/updates/backups/:name/verify",
  summary: "Read a backup in full and compare it with its manifest.",
  replies: { 200: enveloped(BackupVerification) },
  errors: ["BACKUP_NOT_FOUND", "BACKUP_ELSEWHERE"],
});

export const restoreBackup = endpoint({
  method: "POST",
  access: "super",
  stability: "beta",
  scope: "none",
  path: "/api/admin/updates/backups/:name/restore",
  summary: "Replace a damaged database with a backup; the service then restarts.",
  body: z.object({
    confirmName: z.string().max(255).describe("The name of the backup again, as a confirmation."),
    force: z
      .boolean()
      .nullish()
      .describe(
        "true: restore even if the database is not damaged. All data newer than the backup is " +
          "lost.",
      ),
  }),
  replies: {
    200: enveloped(
      z.object({
        restored: z.literal(true).describe("Always true: the backup is now the database."),
        restartRecommended: z
          .boolean()
          .describe("Whether other processes were running, which may still hold earlier data."),
        preRestoreBackup: z
          .string()
          .nullable()
          .describe(
            "Name of a backup of the database before the restore; null if that was unreadable.",
          ),
      }),
    ),
  },
  errors: [
    "VALIDATION_ERROR",
    "BACKUP_NOT_FOUND",
    "BACKUP_ELSEWHERE",
    "BACKUP_INVALID",
    "BACKUP_NEWER_SCHEMA",
    "UPDATE_IN_PROGRESS",
    "RESTORE_NOT_NEEDED",
  ],
});

export type BackupEntry = z.infer<typeof BackupEntry>;
export type BackupList = z.infer<typeof BackupList>;
export type LastBackup = z.infer<typeof LastBackup>;
export type BackupVerification = z.infer<typeof BackupVerification>;
