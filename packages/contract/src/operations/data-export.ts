import { endpoint, stream } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;

/**
 * A file of JSON lines `{table, data}` in this order: profile, study_config, word_states,
 * favorites, notes, sessions, records, own_words (own words, and library words with an own
 * version), wordbooks (own books with the ids of their words). Empty tables other than the profile
 * are left out; records are split into lines of 500. A last line with the table `_error` means that
 * the export is incomplete.
 */
export const exportMyData = endpoint({
  method: "GET",
  path: "/api/users/me/export",
  summary: "The caller's data as JSON lines; available once in 24 hours.",
  ...learner,
  replies: { 200: stream("application/x-ndjson") },
  errors: ["GDPR_EXPORT_RATE_LIMITED"],
});
