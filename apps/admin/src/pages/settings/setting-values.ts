import type { SettingAbout } from "@wordloom/contract";
import type { ApiFault } from "@wordloom/contract/client";
import { unitText } from "../../features/units/unit-text.ts";
import type { Translator } from "../../text/use-text.ts";

/** What stands in the fields, by the names of the settings; switches are "true" and "false". */
export type Typed = Readonly<Record<string, string>>;

export function typedOf(fields: readonly SettingAbout[]): Typed {
  return Object.fromEntries(fields.map(({ key, type, value }) => [key, textOf(type, value)]));
}

function textOf(type: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  return type === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** Sent to the service. @returns undefined for what cannot be one */
export function valueOf({ type }: Pick<SettingAbout, "type">, text: string): unknown {
  if (type === "boolean") return text === "true";
  if (type === "string") return text.trim();
  if (type === "object") return parsed(text);
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What is wrong with a typed value before it is sent, in words. */
export function wrongIn(about: SettingAbout, typed: string, text: Translator): string | undefined {
  const value = valueOf(about, typed);
  if (value === undefined) {
    return text.t(about.type === "object" ? "settings.no_json" : "settings.no_number");
  }
  if (typeof value !== "number") return undefined;
  const { min, max } = about;
  const isOutside = (min !== null && value < min) || (max !== null && value > max);
  const isBroken = about.type === "integer" && !Number.isInteger(value);
  return isOutside || isBroken ? rangeText(about, text) : undefined;
}

/** What a value may be; undefined where nothing limits it. */
export function rangeText(
  { min, max, unit }: Pick<SettingAbout, "min" | "max" | "unit">,
  text: Translator,
): string | undefined {
  const { t, number } = text;
  if (min === null || max === null) return undefined;
  const range = t("settings.range", { min: number(min), max: number(max) });
  return unit === null ? range : `${range} ${unitText(unit, text)}`;
}

/** What a setting is where nobody has set it; undefined: that it is nothing, or not to be shown. */
export function standardText(
  { default: standard, type }: Pick<SettingAbout, "default" | "type">,
  { t, number }: Translator,
): string | undefined {
  if (standard === null || standard === undefined || standard === "") return undefined;
  if (typeof standard === "boolean") {
    return t("settings.standard", { value: t(standard ? "settings.on" : "settings.off") });
  }
  if (typeof standard === "number") return t("settings.standard", { value: number(standard) });
  const value = type === "object" ? JSON.stringify(standard) : String(standard);
  return t("settings.standard", { value });
}

/** The changed ones alone: what others have changed meanwhile stays. */
export function changesOf(
  fields: readonly SettingAbout[],
  typed: Typed,
): Readonly<Record<string, unknown>> {
  const before = typedOf(fields);
  const changed = fields.filter(({ key }) => typed[key] !== before[key]);
  return Object.fromEntries(changed.map((about) => [about.key, valueOf(about, typed[about.key]!)]));
}

/** The service's refusal at its fields, in our words where there are some. */
export function refusedFields(
  fields: readonly SettingAbout[],
  faults: readonly ApiFault[],
  text: Translator,
): Typed {
  const known = new Map(fields.map((about) => [about.key, about]));
  const told = faults.flatMap(({ field = "", rule }) => {
    // A fault inside of an object is shown at the object.
    const about = known.get(field) ?? known.get(field.split(".")[0]!);
    return about === undefined ? [] : [[about.key, rangeText(about, text) ?? rule] as const];
  });
  return Object.fromEntries(told);
}
