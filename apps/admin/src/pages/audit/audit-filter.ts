/** The log's filters in the address; days are in the browser's time zone, yyyy-MM-dd. */
export const none = {
  action: "",
  targetType: "",
  targetId: "",
  adminId: "",
  outcome: "",
  from: "",
  to: "",
} as const;
export type AuditFilter = { readonly [Name in keyof typeof none]: string };

/** The query for the service: whole days become their start and end times. */
export function askedFor({ from, to, ...others }: AuditFilter): Readonly<Record<string, string>> {
  const all = { ...others, since: instantOf(from, 0), until: instantOf(to, 1, -1) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** The start of a day in the browser's time zone, shifted by some days and milliseconds. */
function instantOf(day: string, days: number, ms = 0): string {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  const at = new Date(year, month - 1, date + days, 0, 0, 0, ms);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
