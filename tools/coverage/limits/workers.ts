import type { Limit } from "../limits.ts";

/** Background work: when it runs, how long, and what it keeps. */
export const workerLimits: readonly Limit[] = [
  [
    "times at which workers run",
    "as announced",
    {
      app: ["runs its workers on the documented schedules"],
    },
  ],
  [
    "run of a worker",
    "5 min, never two at once",
    {
      "job-runner.db": ["cuts off a run after five minutes, and records it"],
      job: ["never overlaps itself"],
    },
  ],
  [
    "missed turns before worker_missed",
    "3",
    {
      "job-runner.db": ["informs administrators when a worker has missed three runs"],
    },
  ],
  [
    "share of failures before an incident",
    "above 1 % of 20 requests or more, once in 5 min",
    {
      "platform-workers.db": [
        "%s → at exactly 1 %",
        "%s → above 1 %",
        "%s → with 19 requests",
        "%s → with 20 requests",
        "sends an event to all, at most once in five minutes",
      ],
    },
  ],
  [
    "raw telemetry and app events",
    "90 days unless told",
    {
      settings: ["uses the documented defaults → TELEMETRY_RETENTION_DAYS: 90"],
      "telemetry.worker": ["removes telemetry older than the retention period, and nothing else"],
      "app-events.worker": [
        "keeps events exactly at the limit",
        "removes expired events, and stores the time before which some are missing",
      ],
    },
  ],
  [
    "daily sums of app events",
    "kept, done again for 7 days",
    {
      "event-tally.service": [
        "skips days whose events were removed",
        "recomputes today and the seven days before, and can be repeated",
      ],
    },
  ],
  [
    "probe rows",
    "60 days unless told",
    {
      settings: ["uses the documented defaults → PROBE_RETENTION_DAYS: 60"],
      "probe.worker": ["removes batches after the retention period, with their results"],
    },
  ],
  [
    "overdue probes and confirmations",
    "given up when their time is over",
    {
      "probe.worker": ["closes requests when they are overdue, and none before"],
    },
  ],
  [
    "sign-ins and reset tokens that are over",
    "removed",
    {
      "auth.worker": [
        "removes expired sign-ins and no others",
        "removes used and expired tokens from the table and the file",
      ],
    },
  ],
  [
    "reminders of a learner",
    "5 a day",
    {
      "notifications.worker": [
        "names the five most overdue words of a learner, most overdue first",
        "sends nothing more when it runs again on the same day",
      ],
    },
  ],
  [
    "decisions of the engine",
    "30 days",
    {
      "engine-monitoring.service": ["are removed after thirty days"],
    },
  ],
];
