import type { hindranceSentences, SentenceOf } from "@wordloom/contract";
import type { English } from "../../../platform/basics/english.ts";

/** Why this installation cannot update itself. */
export type Hindrance = SentenceOf<typeof hindranceSentences>;

/** The reason, and what to do instead. */
export const hindranceTexts: English<typeof hindranceSentences> = {
  platform: () => "Releases are built for Linux on x86_64 and aarch64 only. Use the download page.",
  disabled: () => "No release list is set: UPDATE_CHECK_API_URL is empty.",
  source_checkout: ({ command }) =>
    `The server runs from source code, not from a release. Run: ${command}`,
  container: ({ command }) =>
    "The server runs in a container: a new version is a new image. Build or load it, set its tag " +
    "(WORDLOOM_TAG in the .env of deploy/compose.yaml) and replace the container. " +
    `With Docker Compose: ${command}`,
  several_processes: () =>
    "Other processes use this database, too. Stop, replace and start them one at a time; see " +
    "docs/operating/several-processes.md.",
  read_only: ({ folder, command }) => `The server can't write to ${folder}. Run: ${command}`,
};
