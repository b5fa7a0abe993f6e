export interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/**
 * The time zones to choose from, `current` among them: browsers call some by different names, and
 * not all of them list UTC.
 */
export function timeZoneOptions(current: string | null): readonly ZoneOption[] {
  const named = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  if (current !== null) named.add(current);
  return [...named].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
