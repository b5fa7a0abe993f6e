import type { SettingAbout } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";
import { changedLimits, type Limits } from "./limits.ts";

interface Limit {
  readonly window_secs: number;
  readonly max: number;
}

/**
 * Requests per minute that ordinary use needs; lower limits shut people out. A start of the learner
 * app takes about twenty; a school's sign-ins come all at once.
 */
const NEEDED = { anonymous: 30, authenticated: 60, auth: 5, admin_auth: 5 } as const;
type Bucket = keyof typeof NEEDED;

const MINUTE_SECS = 60;

/**
 * Whom changed settings would shut out, one sentence each.
 * @param changes  the values to store, by the names of the settings
 * @param before  the values in force
 */
export function shutOutBy(
  changes: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  { t }: Pick<Translator, "t">,
): string[] {
  const after = { ...before, ...changes };
  const limits = tightLimits(changes["rate_limits"]).map(([bucket, { max, window_secs: secs }]) =>
    t("settings.shuts_out_limit", {
      who: t(`settings.shuts_out_${bucket}`),
      max,
      secs,
    }),
  );
  const version = String(after["min_client_version"] ?? "");
  const isGated = "min_client_version" in changes || "version_gate_enabled" in changes;
  const isShut = isGated && after["version_gate_enabled"] === true && version !== "";
  return isShut ? [...limits, t("settings.shuts_out_versions", { version })] : limits;
}

/** What comes into force when the stored value of a setting is removed. */
export function changesWithout({
  key,
  type,
  value,
  inherited,
}: Pick<SettingAbout, "key" | "type" | "value" | "inherited">): Readonly<Record<string, unknown>> {
  const isTable = type === "object";
  return { [key]: isTable ? changedLimits(inherited as Limits, value as Limits) : inherited };
}

function tightLimits(value: unknown): [Bucket, Limit][] {
  const limits = (value ?? {}) as Readonly<Partial<Record<Bucket, Limit | null>>>;
  return (Object.keys(NEEDED) as Bucket[]).flatMap((bucket) => {
    const limit = limits[bucket];
    const isTight = limit != null && perMinute(limit) < NEEDED[bucket];
    return isTight ? [[bucket, limit]] : [];
  });
}

function perMinute({ max, window_secs: secs }: Limit): number {
  return Math.min(max, (max / secs) * MINUTE_SECS);
}
