import { z } from "zod";
import { bare } from "./endpoint.ts";

/** The previous version of the API. Every path below the prefix answers 410. */
export const retired = {
  prefix: "/api/v1",
  /** HTTP date; also sent in the body. */
  sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
  /** Path that replaces it. */
  successor: "/api/learning",
} as const;

export const RetiredReply = z.object({
  error: z.literal("GONE"),
  message: z.string(),
  sunset: z.literal(retired.sunset),
});

/** The 410 reply that old clients expect; it has neither `success` nor `code`. */
export const retiredReply = bare(RetiredReply);

export type RetiredReply = z.infer<typeof RetiredReply>;
