import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { OptionsByMode } from "../study/learning-kit.ts";
import { WordPublic } from "./words.ts";

/** Length of a language tag such as `zh-Hans-CN`. */
const TAG_MAX = 35;
const tag = z.string().max(TAG_MAX);

/** A word that can be studied before there is an account. */
export const SampleWord = z.object({
  word: WordPublic.describe("The word itself."),
  options: OptionsByMode,
  otherOptions: OptionsByMode.describe(
    "The same with other wrong options, for asking the word again; null with too few words.",
  ),
});

export const StarterSample = z.object({
  language: z.string().describe("Language of the words, such as `en`."),
  meaningLanguage: z.string().describe("Language of the meanings, such as `en` or `zh`."),
  words: z
    .array(SampleWord)
    .max(10)
    .describe("The first words of the starter books; empty if the service has none."),
  languages: z
    .array(z.string())
    .max(20)
    .describe("Languages with starter words, each a possible `language`, in a fixed order."),
  registrationOpen: z.boolean().describe("Whether new accounts are accepted."),
});

export const readStarterSample = endpoint({
  method: "GET",
  path: "/api/starter-words/sample",
  summary: "The first ten starter words with answers to choose from, for visitors.",
  description:
    "The same for everyone and without personal data, so that a visitor can study before " +
    "there is an account. The service computes it at most once a minute.",
  access: "none",
  stability: "beta",
  query: z.object({
    language: tag.default("en").describe("Language to learn, such as `de`; default `en`."),
    meaningLanguage: tag
      .default("en")
      .describe("Language of the meanings, such as `zh`; `en` where it has none."),
  }),
  replies: { 200: enveloped(StarterSample) },
  errors: [],
});

export type SampleWord = z.infer<typeof SampleWord>;
export type StarterSample = z.infer<typeof StarterSample>;
