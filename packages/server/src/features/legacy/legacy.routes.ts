import { retired, retiredReply, type RetiredReply } from "@wordloom/contract";
import type { Fallback } from "../../platform/http/unknown-routes.ts";

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

/** Tells callers of the first version, whatever they ask for, that it is gone and what followed. */
export const legacyFallback: Fallback = ({ path }) =>
  path === retired.prefix || path.startsWith(`${retired.prefix}/`)
    ? { status: 410, data: BODY, extras: { headers: HEADERS }, reply: retiredReply }
    : undefined;
