import type { backupSentences, SentenceOf } from "@wordloom/contract";
import { counted, type English } from "../../basics/english.ts";

/** What a check of a backup found. */
export type Finding = SentenceOf<typeof backupSentences>;

export const findingTexts: English<typeof backupSentences> = {
  manifest_read: ({ kind, madeAt }) => `${kind}, ${madeAt}`,
  manifest_unreadable: ({ error }) => error,
  digest_right: ({ digest }) => digest,
  digest_alone: ({ digest }) => `${digest}, nothing to compare it with`,
  digest_wrong: ({ digest, bytes }) =>
    `${digest}, ${counted(bytes, "byte")}: doesn't match the manifest`,
  format_known: ({ format }) => `.${format}`,
  format_unknown: () => "neither a SQLite file nor a dump",
  content_read: () => "read in full",
  content_unreadable: ({ error }) => error,
  not_readable: () => "can't be read",
  rows_right: ({ rows, tables }) => `${counted(rows, "row")} in ${counted(tables, "table")}`,
  rows_wrong: ({ tables }) => `differs from the manifest: ${tables.join(", ")}`,
  schema_found: ({ schema, own }) => `${schema}; this program has ${own}`,
  no_files: () => "none",
  files_missing: () => "the archive of files is missing",
  files_right: ({ files }) => counted(files, "file"),
  files_wrong: () => "doesn't match the manifest",
  files_unreadable: ({ error }) => error,
};
