import { z } from "zod";
import { paged, PageQuery, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { idList } from "../core/sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner", stability: "beta" } as const;

/** A word that the caller marked as a favorite. */
export const Favorite = z.object({
  wordId: WordId,
  favorited: z.literal(true).describe("Always true: the word is a favorite."),
  createdAt: Timestamp.describe("When it was marked."),
});

export const FavoriteWord = Favorite.extend({ word: WordPublic.describe("The word itself.") });

export const FavoriteStatus = z.object({
  wordId: WordId,
  favorited: z.boolean().describe("Whether the word is a favorite."),
  createdAt: Timestamp.nullable().describe(
    "When it was marked; null if the word is not a favorite.",
  ),
});

export const listFavorites = endpoint({
  method: "GET",
  path: "/api/word-favorites",
  summary: "The caller's favorite words, newest first.",
  ...learner,
  query: PageQuery,
  replies: { 200: enveloped(paged(FavoriteWord)) },
  errors: [],
});

export const readFavoriteStatus = endpoint({
  method: "GET",
  path: "/api/word-favorites/status",
  summary: "Whether each of these words is a favorite, in the order requested.",
  ...learner,
  query: z.object({
    wordIds: idList({
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "WORD_FAVORITES_TOO_MANY_IDS",
    }).describe("Ids of words, separated by commas, at most 500."),
  }),
  replies: { 200: enveloped(z.array(FavoriteStatus)) },
  errors: ["WORD_FAVORITES_TOO_MANY_IDS"],
});

export const addFavorite = endpoint({
  method: "POST",
  path: "/api/word-favorites/:wordId",
  summary: "Mark a word as a favorite; repeating the call changes nothing.",
  ...learner,
  replies: { 200: enveloped(Favorite) },
  errors: ["NOT_FOUND"],
});

export const removeFavorite = endpoint({
  method: "DELETE",
  path: "/api/word-favorites/:wordId",
  summary: "Remove a word from the favorites, whether or not it was one.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        wordId: WordId,
        favorited: z.literal(false).describe("Always false: the word is no longer a favorite."),
        deleted: z.boolean().describe("Whether the word was a favorite before."),
      }),
    ),
  },
  errors: [],
});

export type Favorite = z.infer<typeof Favorite>;
export type FavoriteStatus = z.infer<typeof FavoriteStatus>;
export type FavoriteWord = z.infer<typeof FavoriteWord>;
