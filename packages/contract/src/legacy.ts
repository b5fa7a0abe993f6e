import { z } from "zod";
import { bare } from "./endpoint.ts";

/** The interface that came before this one. Every path below the prefix is gone. */
export const retired = {
  prefix: "/api/v1",
  /** HTTP date; also in the body. */
  sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
  /** Where its paths live on. */
  successor: "/api/learning",
} as const;

export const RetiredReply = z.object({
  error: z.literal("GONE"),
  message: z.string(),
  sunset: z.literal(retired.sunset),
});

/** The 410 that old clients know; it has neither `success` nor `code`. */
export const retiredReply = bare(RetiredReply);

export type RetiredReply = z.infer<typeof RetiredReply>;
