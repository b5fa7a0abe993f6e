import type { hindranceSentences, SentenceOf } from "@wordloom/contract";
import type { English } from "../../../platform/basics/english.ts";

/** Why this installation cannot update itself. */
export type Hindrance = SentenceOf<typeof hindranceSentences>;

/** The reason, and what to do instead. */
export const hindranceTexts: English<typeof hindranceSentences> = {
  platform: () => "Releases are built for Linux on x86_64 and aarch64 only; see the download page.",
  disabled: () => "No list of releases is set: UPDATE_CHECK_API_URL is empty.",
  source_checkout: ({ command }) => `This is no release. Run: ${command}`,
  container: ({ command }) => `This is a container. Run: ${command}`,
  several_processes: () =>
    "Other processes serve this database. Update them one by one, from outside: " +
    "docs/operating/several-processes.md",
  read_only: ({ folder, command }) => `The service may not write to ${folder}. Run: ${command}`,
};
