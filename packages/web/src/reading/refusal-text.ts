import { ApiError } from "@wordloom/contract/client";
import type { Translator } from "../text/translator.ts";

/**
 * What went wrong and what to do about it, in the chosen language: by the service's error code, or
 * by the kind of failure.
 */
export function refusalText(error: unknown, { t, has, duration }: Translator): string {
  if (!(error instanceof ApiError)) return t("errors.unexpected");
  const said = faultText(error, { t, has });
  if (said !== undefined) return said;
  const { code, status, retryAfterSecs } = error;
  if (retryAfterSecs !== undefined && (status === 429 || status === 503)) {
    return t("errors.wait", { time: duration(retryAfterSecs) });
  }
  const key = `errors.${code}`;
  if (has(key)) return t(key);
  if (status === 0) return t("errors.unreachable");
  // A proxy in front of the service refuses without our code.
  if (status === 413) return t("errors.too_large");
  return status >= 500 ? t("errors.failing") : t("errors.refused");
}

/**
 * The limit and the actual size, or what is wrong with a file.
 *
 * @returns undefined if the service does not say so, or the app has no text for it
 */
export function faultText(
  error: unknown,
  { t, has }: Pick<Translator, "t" | "has">,
): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { faults } = error;
  // With several faults, each field shows its own.
  const [fault, ...others] = faults;
  if (fault === undefined || others.length > 0) return undefined;
  const { unit, limit, used, count, problem, path = "" } = fault;
  const key =
    problem === undefined
      ? `errors.${count === undefined ? "limit" : "over"}_${unit ?? ""}`
      : `errors.file_${problem}`;
  if (!has(key)) return undefined;
  return t(key, { limit: limit ?? 0, used: used ?? 0, count: count ?? 0, path });
}

/** The request id, which a person quotes when asking for help. */
export function traceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}
