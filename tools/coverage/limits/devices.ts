import type { Limit } from "../limits.ts";

/** Devices, telemetry, app events, probes and streams. */
export const deviceLimits: readonly Limit[] = [
  [
    "id of a device",
    "1 to 128 characters",
    {
      "telemetry-refusals.routes": [
        "the platform → repeat(128)",
        "that the device id is not too long",
      ],
      "app-events.routes": ["refuses a device id of 129 characters"],
    },
  ],
  [
    "telemetry body",
    "64 KB",
    {
      "telemetry-refusals.routes": ["may have 64 KB", "may not have one byte more"],
    },
  ],
  [
    "session metrics and scroll depth",
    "from 0; 0 to 100 %",
    {
      "telemetry-refusals.routes": [
        "may contain zeros and the maximum values",
        "may not contain a negative duration",
        "may not contain a negative pace",
        "may not contain a negative count of errors",
        "may not contain a negative response time",
      ],
    },
  ],
  [
    "body of a pack installation",
    "64 KB",
    {
      "pack-installs.routes": ["takes a body of 64 KB", "refuses a body of one byte more"],
    },
  ],
  [
    "body of an error report",
    "64 KB",
    {
      "error-reports.routes": ["takes 64 KB", "refuses more than 64 KB"],
    },
  ],
  [
    "field of an error report",
    "cut to 4 KB",
    { "error-reports.service": ["has each field cut to 4 KB"] },
  ],
  [
    "app events in a request",
    "1 to 50",
    {
      "app-events.routes": [
        "takes 50 events",
        "refuses 51 events as a whole",
        "refuses an empty list",
      ],
    },
  ],
  [
    "clientEventId of an app event",
    "1 to 128 characters",
    {
      "app-event-check": [
        "judges %s → an event id of 128 characters",
        "judges %s → an event id of 129 characters",
        "judges %s → a blank id",
      ],
    },
  ],
  [
    "name of an app event",
    "1 to 64 characters",
    {
      "app-event-check": [
        "judges %s → a name of 64 characters",
        "judges %s → a name of 65 characters",
        "judges %s → an empty name",
      ],
    },
  ],
  [
    "properties of an app event",
    "16; texts of 128 characters; 2 KB",
    {
      "app-event-check": [
        "judges %s → 16 properties",
        "judges %s → 17 properties",
        "judges %s → a text of 128 characters",
        "judges %s → a text of 129 characters",
        "accepts 2048 bytes of properties, and not one more",
      ],
    },
  ],
  [
    "time of an app event",
    "7 days back, 5 min ahead, clamped",
    {
      "app-event-check": [
        "moves what happened %s into the window → 7 days ago",
        "moves what happened %s into the window → longer ago",
        "moves what happened %s into the window → in 5 minutes",
        "moves what happened %s into the window → later",
      ],
    },
  ],
  [
    "silence of a device",
    "10 s; 5 misses, then every 50 s",
    {
      silence: [
        "%s → is not missed after ten seconds",
        "%s → is missed after more than ten seconds",
        "is sent at the fifth miss in a row, and every ten checks after that",
      ],
      "heartbeats.worker": [
        "notifies a connected device after five silent checks in a row, then every 50 s",
        "stays quiet with a sign of life every ten seconds",
        "ignores devices without a stream",
      ],
    },
  ],
  [
    "heartbeats after maintenance",
    "30 s later",
    {
      "heartbeats.worker": ["pauses during maintenance and for 30 s after it"],
    },
  ],
  [
    "streams of a learner",
    "5, the oldest is closed",
    {
      hub: ["closes the account's oldest stream when it is the sixth"],
    },
  ],
  [
    "streams of learners in all",
    "5000 unless told",
    {
      hub: ["is refused with Retry-After when the process is full"],
      "realtime.routes": ["refuses further streams with a time to retry"],
      settings: ["uses the documented defaults → LIMITS_MAX_SSE_CONNECTIONS: 5_000"],
    },
  ],
  [
    "streams of administrators",
    "5 each, the oldest is closed; 64 in all",
    {
      hub: [
        "closes an administrator's oldest stream when it is the sixth",
        "of an administrator is counted separately from learners'",
      ],
      "realtime.routes": ["refuses the 65th stream with a time to retry"],
    },
  ],
  [
    "events that can be caught up on",
    "256",
    {
      hub: ["sends one resync if the ring no longer has the events"],
    },
  ],
  [
    "events that a slow client may leave",
    "256 or 64 KB, 30 s",
    {
      "sse-connection": [
        "with %s unread, closed: $3 → as many events as may be queued",
        "with %s unread, closed: $3 → one event too many",
        'with %s unread, closed: $3 → "64 KB"',
        "with %s unread, closed: $3 → more than 64 KB",
        "closes if the client has not drained its queue for 30 s",
      ],
    },
  ],
  [
    "ping and retry of a stream",
    "15 s; 3000 ms",
    {
      hub: [
        "pings every stream once in 15 s",
        "starts with the retry time and the maintenance state, without an id",
      ],
    },
  ],
  [
    "body of a probe result",
    "320 KB, 256 KB of it kept",
    {
      "probe-results.routes": ["keeps 256 KB of a result", "refuses a body of more than 320 KB"],
      "probe-result-size": ["keeps 256 KB and reports truncation"],
    },
  ],
  [
    "token of a probe that asks",
    "512 characters",
    {
      "probe-results.routes": [
        "may have a token of 512 characters",
        "refuses a token of 513 characters",
      ],
    },
  ],
  [
    "probe script",
    "16 KB",
    { "probe.routes": ["takes a script of 16 KB", "refuses a script of one byte more"] },
  ],
  [
    "time of a probe",
    "3000 ms unless told, 100 to 10,000",
    {
      "probe.routes": [
        "gives a script three seconds by default",
        "takes 100 ms",
        "takes 10 s",
        "refuses 99 ms",
        "refuses more than 10 s",
      ],
    },
  ],
  [
    "devices of a probe",
    "1 to 500",
    {
      "probe.routes": [
        "takes 500 devices",
        "refuses 501 devices",
        "refuses an empty list of devices",
      ],
    },
  ],
  [
    "confirmation of a probe",
    "60 s",
    {
      "probe-confirm.routes": [
        "is accepted until just before a minute has passed",
        "is refused after a minute",
      ],
    },
  ],
  [
    "range of app-event reads",
    "7 days unless told, 90 at most",
    {
      "app-event-analytics.routes": [
        "are the latest 7 days by default",
        "GET /api/admin/app-events/%s / takes 90 days",
        "GET /api/admin/app-events/%s / refuses 91 days, ends included",
      ],
    },
  ],
  [
    "reason of a ban",
    "500 characters",
    {
      "devices.routes": [
        "POST /api/admin/clients/{id}/ban / refuses a reason of 501 characters",
        "POST /api/admin/clients/{id}/ban / takes a reason of 500 characters",
      ],
    },
  ],
];
