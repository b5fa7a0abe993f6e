/** When a report was written and arrived, and how long its session had lasted by then. */
export interface TimedReport {
  readonly event_type: string;
  readonly client_at_ms: number;
  readonly server_at_ms: number;
  readonly session_duration_secs: number | null;
}

/**
 * How many sessions there were, and the longest duration of each, added up; with a type, by its
 * reports alone.
 *
 * No report names its session. One begins with `session_start`, or when the duration is less than
 * that of the report before; in the order in which the device wrote them, since a queue may be sent
 * late and out of order.
 */
export function countSessions(
  reports: readonly TimedReport[],
  eventType?: string,
): { count: number; totalSecs: number } {
  const inOrder = reports.toSorted(
    (one, other) => one.client_at_ms - other.client_at_ms || one.server_at_ms - other.server_at_ms,
  );
  const longest = new Map<number, number>();
  let session = 0;
  let secsBefore = Number.POSITIVE_INFINITY;
  for (const report of inOrder) {
    const starts = report.event_type === "session_start";
    if (report.session_duration_secs === null && !starts) continue;
    const secs = report.session_duration_secs ?? 0;
    if (starts || secs < secsBefore) session += 1;
    secsBefore = secs;
    if (eventType !== undefined && report.event_type !== eventType) continue;
    longest.set(session, Math.max(secs, longest.get(session) ?? 0));
  }
  const totalSecs = [...longest.values()].reduce((sum, secs) => sum + secs, 0);
  return { count: longest.size, totalSecs };
}
