/** The filters of the log as its address has them; days are those of the browser, yyyy-MM-dd. */
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

/** What the service is asked for: whole days as the times at which they begin and end. */
export function askedFor({ from, to, ...others }: AuditFilter): Readonly<Record<string, string>> {
  const all = { ...others, since: instantOf(from, 0), until: instantOf(to, 1, -1) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/** The beginning of a day of the browser's zone, or so many days and milliseconds later. */
function instantOf(day: string, days: number, ms = 0): string {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  const at = new Date(year, month - 1, date + days, 0, 0, 0, ms);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
