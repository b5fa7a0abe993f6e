import { z } from "zod";
import { PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { idList } from "./sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner", stability: "beta" } as const;

/** A word the caller marked as a favourite. */
export const Favorite = z.object({
  wordId: z.string(),
  favorited: z.literal(true),
  createdAt: Timestamp,
});

export const FavoriteWord = Favorite.extend({ word: WordPublic });

export const FavoriteStatus = z.object({
  wordId: z.string(),
  favorited: z.boolean(),
  /** When it was marked; null if the word is not a favourite. */
  createdAt: Timestamp.nullable(),
});

export const listFavorites = endpoint({
  method: "GET",
  path: "/api/word-favorites",
  summary: "The caller's favourite words, newest first.",
  ...learner,
  query: PageQuery,
  replies: { 200: enveloped(paged(FavoriteWord)) },
  errors: [],
});

export const readFavoriteStatus = endpoint({
  method: "GET",
  path: "/api/word-favorites/status",
  summary: "Whether each of these words is a favourite, in the order requested.",
  ...learner,
  query: z.object({
    wordIds: idList({
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "WORD_FAVORITES_TOO_MANY_IDS",
    }),
  }),
  replies: { 200: enveloped(z.array(FavoriteStatus)) },
  errors: ["WORD_FAVORITES_TOO_MANY_IDS"],
});

export const addFavorite = endpoint({
  method: "POST",
  path: "/api/word-favorites/:wordId",
  summary: "Mark a word as a favourite; repeating it changes nothing.",
  ...learner,
  replies: { 200: enveloped(Favorite) },
  errors: ["NOT_FOUND"],
});

export const removeFavorite = endpoint({
  method: "DELETE",
  path: "/api/word-favorites/:wordId",
  summary: "Remove a word from the favourites, whether or not it was one.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({ wordId: z.string(), favorited: z.literal(false), deleted: z.boolean() }),
    ),
  },
  errors: [],
});

export type Favorite = z.infer<typeof Favorite>;
export type FavoriteStatus = z.infer<typeof FavoriteStatus>;
export type FavoriteWord = z.infer<typeof FavoriteWord>;
