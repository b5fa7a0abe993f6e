export interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/**
 * The time zones to choose from, including `current`: browsers use different names for some, and
 * not all list UTC.
 */
export function timeZoneOptions(current: string | null): readonly ZoneOption[] {
  const named = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  if (current !== null) named.add(current);
  return [...named].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
