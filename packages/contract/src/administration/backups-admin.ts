import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { backupSentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";

const admin = { access: "admin", stability: "beta" } as const;

export const BackupKind = z
  .enum(["upgrade", "daily", "manual", "pre_restore", "pre_rollback", "pre_migration"])
  .describe("Why it was made. Those before something dangerous, `pre_*`, are never pruned.");

/** A backup: a consistent snapshot of the database, with the files that belong to it beside. */
export const BackupEntry = z.object({
  name: z.string().describe("File name of its database part; names it in the other calls."),
  kind: BackupKind,
  sizeBytes: z.number().int().min(0).describe("Of the database part, bytes."),
  createdAt: Timestamp.describe("When its snapshot was taken."),
  version: z
    .string()
    .nullable()
    .describe("Release tag of the program that made it; null when its manifest is missing."),
  sha256: z
    .string()
    .describe("Of the database part, hexadecimal; empty when its manifest is missing."),
  verified: z
    .boolean()
    .describe("Whether it was read in full after it was made, and not found damaged since."),
  host: z.string().describe("Name of the machine on whose disk it lies."),
});

export const BackupList = z.object({
  backups: z.array(BackupEntry).describe("Newest first."),
  totalBytes: z.number().int().min(0).describe("Of all database parts, bytes."),
  thresholdBytes: z
    .number()
    .int()
    .positive()
    .describe("Above this, `totalBytes` is worth a warning; 10 GiB."),
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
  ok: z.boolean().describe("Whether all checks are passed."),
  checks: z
    .array(
      z.object({
        name: BackupCheckName.describe("Which property of the backup was looked at."),
        ok: z.boolean().describe("Whether it is passed."),
        detail: z.string().describe("What was found, in one sentence, in English."),
        ...sentenceFields(backupSentences),
      }),
    )
    .describe("In the order in which they were made."),
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
  summary: "The same as `POST /api/admin/updates/backups`, at its former address.",
});

export const listBackups = endpoint({
  ...admin,
  method: "GET",
  path: "/api/admin/updates/backups",
  summary: "All backups, those of other machines included.",
  replies: { 200: enveloped(BackupList) },
  errors: [],
});

export const downloadBackup = endpoint({
  method: "GET",
  access: "super",
  stability: "beta",
  scope: "none",
  path: "/api/admin/updates/backups/:name/download",
  summary: "A backup's file; `X-Content-Sha256` tells what it has to be.",
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
  summary: "Replace a damaged database by a backup; the service then begins anew.",
  body: z.object({
    confirmName: z.string().max(255).describe("The name of the backup once more."),
    force: z
      .boolean()
      .nullish()
      .describe("True: also when the database is not damaged. What came after the backup is lost."),
  }),
  replies: {
    200: enveloped(
      z.object({
        restored: z.literal(true).describe("The backup is the database from now on."),
        restartRecommended: z
          .boolean()
          .describe("Whether other processes were alive, which may hold what was before."),
        preRestoreBackup: z
          .string()
          .nullable()
          .describe("Name of the backup of the database as it was; null when it was unreadable."),
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
export type BackupVerification = z.infer<typeof BackupVerification>;
