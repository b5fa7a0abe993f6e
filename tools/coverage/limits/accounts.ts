import type { Limit } from "../limits.ts";

/** Signing in, accounts and profiles. */
export const accountLimits: readonly Limit[] = [
  [
    "e-mail address",
    "254 characters, 64 before the @",
    {
      auth: [
        "Email / takes %j as %j → longest",
        "Email / refuses %j → longest",
        'Email / takes %j as %j → "l".repeat(64)',
        'Email / refuses %j → "l".repeat(65)',
      ],
    },
  ],
  [
    "username",
    "2 to 50 characters",
    {
      auth: [
        'Username / takes %j → "ab"',
        'Username / takes %j → "é".repeat(50)',
        'Username / refuses %j → "a"',
        'Username / refuses %j → "x".repeat(51)',
      ],
      "users.routes": ["refuses a name that breaks the rules"],
    },
  ],
  [
    "password",
    "8 to 256 characters",
    {
      auth: [
        'Password / takes %j → "Passw0rd"',
        "Password / takes %j → repeat(253)",
        'Password / refuses %j → "Passw0r"',
        "Password / refuses %j → repeat(254)",
      ],
    },
  ],
  [
    "failed sign-ins of a learner before the lock",
    "5; 15 min",
    {
      "auth.service": [
        "locks at the fifth wrong password in a row, not earlier",
        "keeps the lock for 15 minutes, whatever is tried in the meantime",
      ],
    },
  ],
  [
    "failed sign-ins of an administrator before the lock",
    "5; 15 min",
    {
      "admin-auth.service": ["locks at the fifth wrong password for 15 minutes"],
    },
  ],
  [
    "reset token of a learner",
    "1 h, used once",
    {
      "password-resets.service": [
        "is valid for one hour",
        "is used by one of many concurrent callers",
      ],
    },
  ],
  [
    "reset token of an administrator",
    "4 h",
    {
      "password-resets.service": ["is valid for four hours when created by an administrator"],
    },
  ],
  [
    "access token",
    "1 h",
    {
      tokens: ["end in time: %s → access after 1 hour"],
    },
  ],
  [
    "refresh token",
    "30 days, sliding, used once",
    {
      tokens: ["end in time: %s → refresh after 30 days"],
      "refresh.service": [
        "extends the session to 30 days from the last refresh",
        "accepts exactly one of fifty concurrent requests and keeps the session",
      ],
    },
  ],
  [
    "race of two refreshes",
    "30 s",
    {
      "refresh.service": [
        "only refuses a reuse within 30 seconds",
        "ends the session on a later reuse, and audits it",
      ],
    },
  ],
  [
    "administrator's token",
    "2 h; 30 days when remembered",
    {
      tokens: ["end in time: %s → admin after 2 hours"],
      "admin-auth.routes": ["refuses a token after two hours"],
      "admin-auth.service": ["lasts two hours, or thirty days when remembered"],
    },
  ],
  [
    "sign-ins of a learner",
    "10, the oldest goes",
    {
      "auth.service": ["keeps ten sessions and drops the oldest"],
    },
  ],
  [
    "streams after a sign-in has ended",
    "5 s",
    {
      hub: [
        "ends the streams of an ended session within 5 s",
        "ends them at once if the session ended in this process",
      ],
    },
  ],
  [
    "first administrators",
    "1, however many set up at once",
    {
      "admin-auth.service": ["creates exactly one administrator in two hundred concurrent calls"],
    },
  ],
  [
    "preferredHours",
    "0 to 23, 3 of them",
    {
      "user-profile.routes": [
        "takes all three fields",
        "refuses hour -1",
        "refuses hour 24",
        "keeps the first three distinct hours",
      ],
    },
  ],
  [
    "medianSessionLengthMins",
    "1 to 480",
    {
      "user-profile.routes": [
        "takes the minimum values",
        "takes the maximum values",
        "refuses less than a minute",
        "refuses more than 480 minutes",
      ],
    },
  ],
  [
    "sessionsPerDay",
    "1 to 20",
    {
      "user-profile.routes": [
        "takes the minimum values",
        "takes the maximum values",
        "refuses 0 sessions a day",
        "refuses 21 sessions a day",
      ],
    },
  ],
  [
    "chronotype",
    "mean hour below 10, above 20",
    {
      "user-profile.routes": [
        "is morning below a mean of 10",
        "is neutral at a mean of 10",
        "is neutral at a mean of 20",
        "is evening above a mean of 20",
      ],
    },
  ],
  [
    "avatar",
    "512 KB",
    {
      "avatars.routes": [
        "accepts 512 KB, ignoring case and parameters of the header",
        "refuses one byte more than 512 KB before checking the type",
      ],
    },
  ],
  [
    "hour at which a day starts",
    "0 to 23",
    {
      "preferences.routes": [
        "takes the first hour",
        "takes the last hour",
        "refuses hour -1",
        "refuses hour 24",
      ],
    },
  ],
  [
    "data export",
    "once in 24 h",
    {
      "data-export.routes": [
        "is refused a millisecond before 24 hours are over",
        "is allowed again after 24 hours, and counted again",
      ],
    },
  ],
  [
    "records on a line of the export",
    "500",
    {
      "data-export.routes": [
        "puts 500 records on a line, oldest first, each once",
        "sends no empty last line for 500 records",
      ],
    },
  ],
  [
    "notifications in a reply",
    "50 unless told, 1 to 200, clamped",
    {
      "notifications.routes": ["lists 50 by default", "lists 200 at most", "lists one at least"],
    },
  ],
  [
    "feedback",
    "1 to 5000 characters; category 64, route 200",
    {
      "feedback.routes": [
        "takes 5000 characters, 64 of category and 200 of route",
        "refuses 5001 characters",
        "refuses a blank content",
        "refuses a category of 65 characters",
        "refuses a route of 201 characters",
      ],
    },
  ],
  ["feedback body", "32 KB", { "feedback.routes": ["takes 32 KB and refuses more"] }],
];
