import type { SettingAbout } from "@wordloom/contract";
import type { ApiFault } from "@wordloom/contract/client";
import { changedLimits, wrongLimits, type Limits } from "./limits.ts";
import { unitText } from "../../features/units/unit-text.ts";
import type { Translator } from "../../text/use-text.ts";

/** The contents of the fields by the names of the settings; switches are "true" and "false". */
export type Typed = Readonly<Record<string, string>>;

export function typedOf(fields: readonly SettingAbout[]): Typed {
  return Object.fromEntries(fields.map((about) => [about.key, textOf(about, about.value)]));
}

type Kind = Pick<SettingAbout, "type"> & Partial<Pick<SettingAbout, "min" | "max">>;

/** Yes or no, including settings that the service stores as 0 or 1. */
export function isSwitch({ type, min, max }: Kind): boolean {
  return type === "boolean" || (type === "integer" && min === 0 && max === 1);
}

function textOf(about: Kind, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (isSwitch(about)) return String(value === true || value === 1);
  const { type } = about;
  return type === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** The value for the service. @returns undefined if the text is invalid */
export function valueOf(about: Kind, text: string): unknown {
  const { type } = about;
  if (isSwitch(about)) return type === "boolean" ? text === "true" : Number(text === "true");
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

/** The error of a typed value before it is sent, as text. */
export function wrongIn(about: SettingAbout, typed: string, text: Translator): string | undefined {
  // A variable may have a value that cannot be stored; it is not sent while unchanged.
  if (typed === textOf(about, about.value)) return undefined;
  const value = valueOf(about, typed);
  if (value === undefined) return text.t("settings.no_number");
  if (about.type === "object") return wrongLimits(changedLimitsOf(about, value), text);
  if (typeof value !== "number" || isSwitch(about)) return undefined;
  const { min, max } = about;
  const isOutside = (min !== null && value < min) || (max !== null && value > max);
  const isBroken = about.type === "integer" && !Number.isInteger(value);
  return isOutside || isBroken ? rangeText(about, text) : undefined;
}

/** A port is a name rather than a number: it has no thousands separators. */
const LARGEST_PORT = 65_535;

/** The range of a value; undefined if it is unlimited. */
export function rangeText(
  about: Pick<SettingAbout, "min" | "max" | "unit"> & Kind,
  text: Translator,
): string | undefined {
  const { min, max, unit } = about;
  if (min === null || max === null || isSwitch(about)) return undefined;
  const shown = max === LARGEST_PORT ? String : text.number;
  const range = text.t("settings.range", { min: shown(min), max: shown(max) });
  return unit === null ? range : `${range} ${unitText(unit, text)}`;
}

/** The default of a setting; undefined if it has none, or if it is not to be shown. */
export function standardText(about: SettingAbout, text: Translator): string | undefined {
  const { default: standard, type } = about;
  // An object's contents are a table, which does not fit on a line.
  if (type === "object" && !Array.isArray(standard)) return undefined;
  if (isEmpty(standard)) return undefined;
  return text.t("settings.standard", { value: shownValue(about, standard, text) });
}

/** Where a value comes from: the page, or the place on the server. */
export function originText(
  { origin, environment }: Pick<SettingAbout, "origin" | "environment">,
  stored: { readonly by: string | null; readonly when: string },
  { t }: Translator,
): string {
  const name = environment?.name;
  switch (origin) {
    case "stored":
      return stored.by === null
        ? t("settings.stored_unknown", { when: stored.when })
        : t("settings.stored", { by: stored.by, when: stored.when });
    case "environment":
    case "file":
      return name === undefined
        ? t("settings.environment_several")
        : t(`settings.${origin}`, { name });
    case "generated":
      return t("settings.origin_generated");
    case "default":
      return t("settings.default");
  }
}

/** A value for display: switches as words, lists as lists, one word for an unset value. */
export function shownValue(about: Kind, value: unknown, { t }: Translator): string {
  if (isEmpty(value) || value === "unset") return t("settings.unset");
  if (value === "set") return t("settings.set");
  if (isSwitch(about) || typeof value === "boolean") {
    return t(value === true || value === 1 ? "settings.on" : "settings.off");
  }
  // Numbers as typed: a port has no thousands separator.
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Only the changed values, so that others' changes in the meantime stay. */
export function changesOf(
  fields: readonly SettingAbout[],
  typed: Typed,
): Readonly<Record<string, unknown>> {
  const before = typedOf(fields);
  const changed = fields.filter(({ key }) => typed[key] !== before[key]);
  return Object.fromEntries(
    changed.map((about) => {
      const value = valueOf(about, typed[about.key]!);
      return [about.key, about.type === "object" ? changedLimitsOf(about, value) : value];
    }),
  );
}

function changedLimitsOf({ value: before }: SettingAbout, value: unknown): Limits {
  return changedLimits(value as Limits, before as Limits);
}

/** The service's refusal at its fields, in the console's words if it has some. */
export function refusedFields(
  fields: readonly SettingAbout[],
  faults: readonly ApiFault[],
  text: Translator,
): Typed {
  const known = new Map(fields.map((about) => [about.key, about]));
  const told = faults.flatMap(({ field = "", rule }) => {
    // A fault inside an object is shown at the object.
    const about = known.get(field) ?? known.get(field.split(".")[0]!);
    return about === undefined ? [] : [[about.key, rangeText(about, text) ?? rule] as const];
  });
  return Object.fromEntries(told);
}
