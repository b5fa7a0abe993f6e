/** When a report was written and received, and the duration of its session so far. */
export interface TimedReport {
  readonly event_type: string;
  readonly client_at_ms: number;
  readonly server_at_ms: number;
  readonly session_duration_secs: number | null;
}

/**
 * Number of sessions and the sum of their longest durations. With a type, only reports of that type
 * count.
 *
 * Reports do not name their session. A session starts with `session_start`, or when the duration is
 * less than in the previous report. The order is that of the device's clock, since queued reports
 * may arrive late and out of order.
 */
export function countSessions(
  reports: readonly TimedReport[],
  eventType?: string,
): { count: number; totalSecs: number } {
  const inOrder = reports.toSorted(
    (a, b) => a.client_at_ms - b.client_at_ms || a.server_at_ms - b.server_at_ms,
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
