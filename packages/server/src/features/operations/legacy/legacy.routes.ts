import { retired, retiredReply, type RetiredReply } from "@wordloom/contract";
import type { FallbackModule } from "../../../platform/http/unknown-routes.ts";

const HEADERS = {
  deprecation: "true",
  sunset: retired.sunset,
  link: `<${retired.successor}>; rel=successor-version`,
};

const BODY: RetiredReply = {
  error: "GONE",
  message: `This version of the API has been retired; use ${retired.successor}.`,
  sunset: retired.sunset,
};

/** Answers every request to the retired first version with 410 and a link to its successor. */
export const legacyFallback: FallbackModule = () => ({
  answer: ({ path }) =>
    path === retired.prefix || path.startsWith(`${retired.prefix}/`)
      ? { status: 410, data: BODY, extras: { headers: HEADERS }, reply: retiredReply }
      : undefined,
});
