import type { HeavyRequest } from "./heavy-bodies.ts";

/** The widest legal requests of dashboards and analytics; by the endpoint's name. */
export function analyticsRequests(): Readonly<Record<string, readonly HeavyRequest[]>> {
  const widest = [{ query: "days=90" }];
  const longest = [...widest, { query: "from=2025-12-01&to=2026-02-28" }];
  const repeated = Array.from({ length: 8 }, () => "session_start").join();
  return {
    readAppEventActivity: widest,
    readAppEventErrors: widest,
    readAppEventFunnel: [
      ...widest,
      { query: `days=90&steps=${repeated}` },
      { query: `days=90&steps=study_start,screen_view:${"s".repeat(64)}` },
    ],
    readAppEventOverview: widest,
    readAppEventPerf: widest,
    readAppEventRetention: widest,
    readAppEventTrend: widest,
    readTopAppEvents: widest,
    readLearningDashboard: widest,
    readEngineDashboard: widest,
    readEngagement: longest,
    readLearningReport: longest,
    readDailyActiveUsers: longest,
    readDailyRecords: longest,
    readHourlyReport: longest,
    rankWordbooks: [{ query: "days=90&limit=100" }],
    readRegistrationCohorts: [{ query: "weeks=26" }],
    readKpiSummary: longest,
  };
}
