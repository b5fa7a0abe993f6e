import { ApiError } from "@wordloom/contract/client";
import type { Translator } from "../text/translator.ts";

/**
 * What went wrong, in the chosen language and in words that say what to do: by the code of the
 * service, else by the kind of failure.
 */
export function refusalText(error: unknown, { t, has, duration }: Translator): string {
  if (!(error instanceof ApiError)) return t("errors.unexpected");
  const { code, status, retryAfterSecs } = error;
  if (retryAfterSecs !== undefined && (status === 429 || status === 503)) {
    return t("errors.wait", { time: duration(retryAfterSecs) });
  }
  const key = `errors.${code}`;
  if (has(key)) return t(key);
  if (status === 0) return t("errors.unreachable");
  return status >= 500 ? t("errors.failing") : t("errors.refused");
}

/** What a person quotes when asking for help. */
export function traceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}
