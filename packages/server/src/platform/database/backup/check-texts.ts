import type { backupSentences, SentenceOf } from "@wordloom/contract";
import type { English } from "../../basics/english.ts";

/** What a check of a backup found. */
export type Finding = SentenceOf<typeof backupSentences>;

export const findingTexts: English<typeof backupSentences> = {
  manifest_read: ({ kind, madeAt }) => `${kind}, ${madeAt}`,
  manifest_unreadable: ({ error }) => error,
  digest_right: ({ digest }) => digest,
  digest_alone: ({ digest }) => `${digest}, nothing to compare`,
  digest_wrong: ({ digest, bytes }) => `${digest}, ${bytes} bytes: not those of the manifest`,
  format_known: ({ format }) => `.${format}`,
  format_unknown: () => "neither a SQLite file nor a dump",
  content_read: () => "read in full",
  content_unreadable: ({ error }) => error,
  not_readable: () => "it cannot be read",
  rows_right: ({ rows, tables }) => `${rows} rows in ${tables} tables`,
  rows_wrong: ({ tables }) => `not as in the manifest: ${tables.join(", ")}`,
  schema_found: ({ schema, own }) => `${schema}; this program has ${own}`,
  no_files: () => "none",
  files_missing: () => "the archive of files is missing",
  files_right: ({ files }) => `${files} files`,
  files_wrong: () => "not those of the manifest",
  files_unreadable: ({ error }) => error,
};
