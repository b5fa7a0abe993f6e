import type { Limit } from "../limits.ts";

/** Records, sessions, word states, study configuration, the engine and statistics. */
export const studyLimits: readonly Limit[] = [
  [
    "batch of POST /api/records/batch",
    "1 to 500",
    {
      "records.routes": ["takes 500 entries", "refuses 501 entries", "refuses an empty batch"],
    },
  ],
  [
    "clientRecordId",
    "128 characters",
    {
      "records.routes": ["takes a key of 128 characters", "refuses a key of 129 characters"],
    },
  ],
  [
    "idempotency of records",
    "for ever",
    {
      "apply.service": ["recognises a key without a time limit"],
      "repeat.journey": ["does not apply it again after a crash"],
    },
  ],
  [
    "sessionId of a record",
    "128 characters",
    {
      "records.routes": [
        "takes a session id of 128 characters",
        "refuses a session id of 129 characters",
      ],
    },
  ],
  [
    "responseTimeMs of a record",
    "0 to 3,600,000, clamped above",
    {
      "records.routes": ["limits the response time to an hour", "refuses a negative response time"],
    },
  ],
  [
    "selfRating",
    "0 to 3",
    {
      "records.routes": [
        "takes a rating of 0",
        "stores the record and publishes the state",
        "refuses a rating below 0",
        "refuses a rating above 3",
      ],
    },
  ],
  [
    "limit and offset of the records",
    "20 unless told, 1 to 100, clamped",
    {
      "records.routes": [
        "is empty beyond the last record, however far",
        "lowers a limit of 101 to 100",
        "raises a limit of 0 to 1, and a negative offset to 0",
      ],
    },
  ],
  [
    "attempts at an accepted answer",
    "8, after 1 s to 10 min",
    {
      "outbox.service": [
        "tries eight times with increasing delays, then gives up",
        "grows from one second to ten minutes",
      ],
    },
  ],
  [
    "targetMasteryCount",
    "1 to 100, clamped",
    {
      "learning.routes": ["lowers a target of 101 to 100", "raises a target of 0 to 1"],
    },
  ],
  [
    "hint at the session before",
    "within 2 h",
    {
      "learning.routes": [
        "gives a hint about the previous session if it ended within two hours",
        "gives no hint after more than two hours",
      ],
    },
  ],
  [
    "suggestedDifficulty",
    "0.6 from 0.8, 0.5 from 0.5, else 0.35",
    {
      "decide-strategy": ["suggests the difficulty of the next one"],
    },
  ],
  [
    "excludeWordIds",
    "1000",
    {
      "study-words.routes": ["takes 1000 excluded words", "refuses 1001 excluded words"],
    },
  ],
  [
    "lists of POST /api/learning/next-words",
    "500",
    {
      "study-words.routes": [
        "takes 500 mastered words and 500 error-prone words",
        "refuses 501 mastered words",
        "refuses 501 error-prone words",
      ],
    },
  ],
  [
    "recentAccuracy",
    "0 to 1",
    {
      "study-words.routes": [
        "takes 500 mastered words and 500 error-prone words",
        "refuses an accuracy below 0",
        "refuses an accuracy above 1",
      ],
    },
  ],
  [
    "recentPerformance",
    "0 to 1",
    {
      "questions.routes": [
        "takes a performance of 0",
        "takes a performance of 1",
        "refuses a performance below 0",
        "refuses a performance above 1",
      ],
    },
  ],
  [
    "lists of POST /api/learning/complete-session",
    "500",
    {
      "learning.routes": ["takes lists of 500 words", "refuses a list of 501 words"],
    },
  ],
  [
    "gap within a session",
    "counted for 10 min",
    {
      "learning.routes": ["counts at most ten minutes of a long pause"],
      "study-time": ["counts a long pause as ten minutes"],
    },
  ],
  [
    "events of a session report",
    "100; 200 at its end",
    {
      "session-events.routes": ["takes 100", "refuses 101", "takes 200", "refuses 201"],
    },
  ],
  [
    "id and time taken of a session's event",
    "1 to 128 characters; 0 to 300,000 ms",
    {
      "session-events.routes": [
        "may have an id of 128 characters and a response time of 300000 ms",
        "fail with an id of 129 characters",
        "fail without an id",
        "fail with a response time of 300001 ms",
      ],
    },
  ],
  [
    "time of a session's event",
    "session start or 30 min ago, to 1 min ahead",
    {
      "session-events.routes": [
        "are clamped to the time of the session",
        "are dated half an hour ago at the earliest",
      ],
    },
  ],
  [
    "activeWordIds",
    "1 to 500",
    {
      "questions.routes": ["takes 500 words", "refuses 501 words", "refuses an empty list"],
    },
  ],
  [
    "poolWordIds",
    "500",
    {
      "options.routes": ["takes a pool of 500", "refuses a pool of 501"],
    },
  ],
  [
    "options of a question",
    "4",
    {
      "options.routes": [
        "needs no more than four words",
        "refuses when the library has only three words",
      ],
    },
  ],
  [
    "batch of POST /api/word-states/batch",
    "1 to 500",
    {
      "word-states.routes": ["takes 500 ids", "refuses 501 ids", "refuses an empty list"],
    },
  ],
  [
    "batch of POST /api/word-states/batch-update",
    "1 to 500",
    {
      "manual-states.routes": [
        "takes 500 entries",
        "refuses 501 entries",
        "refuses an empty batch",
      ],
    },
  ],
  [
    "masteryLevel",
    "0 to 1",
    {
      "manual-states.routes": [
        "takes a level of 0",
        "creates a default state when only a level is given",
        "refuses a level below 0",
        "refuses a level above 1",
      ],
    },
  ],
  [
    "due words",
    "50 unless told, 1 to 200, clamped",
    {
      "word-states.routes": ["lists 50 by default, and at most 200", "raises a limit of 0"],
    },
  ],
  [
    "answers of a streak",
    "30 min apart",
    {
      "mastery-level": ["grows only if the previous answer was half an hour or more before"],
    },
  ],
  [
    "mastered and reviewing words",
    "composite above 0.30 and 0.40, accuracy above 0.65, streak 1",
    {
      "mastery-level": [
        "is %s %s → when strength, accuracy and streak all hold",
        "is %s %s → when accuracy is just at its threshold",
        "is %s %s → without a streak",
        "is %s %s → when strength is just at its threshold",
      ],
    },
  ],
  [
    "thresholds of word states, cold start and retirement",
    "defaults: 0.30, 0.65, 1; 0.40; 0.20; 20, 0.60, 80; 0, 365, 0, 6",
    { "parameter-table": ["are those documented in the interface"] },
  ],
  [
    "cold start",
    "Classify below 20 answers, Explore below 80",
    {
      "elo-rating": [
        'from %s it goes to %s after %i answers with information %d → "Classify", 19, 0',
        'from %s it goes to %s after %i answers with information %d → "Explore", 20, 0',
        'from %s it goes to %s after %i answers with information %d → "Explore", 79, 0',
        "from %s it goes to %s after %i answers with information %d → null, 80, 0",
      ],
    },
  ],
  [
    "strength of a word",
    "days of stability in 30, at most 1",
    {
      "mastery-level": ["measures strength against thirty days, at most 1"],
    },
  ],
  [
    "dailyWordCount",
    "1 to 200",
    {
      "study-config.routes": [
        "takes 1 word a day",
        "takes 200 words a day",
        "refuses 0 words a day",
        "refuses 201 words a day",
      ],
    },
  ],
  [
    "dailyMasteryTarget",
    "1 to 100",
    {
      "study-config.routes": [
        "takes a target of 1",
        "takes a target of 100",
        "refuses a target of 0",
        "refuses a target of 101",
      ],
    },
  ],
  [
    "batch of POST /api/amas/batch-process",
    "1 to 500",
    {
      "amas-batch.routes": ["takes 500 events", "refuses 501 events", "refuses an empty batch"],
    },
  ],
  [
    "clientEventId",
    "128 characters",
    {
      "amas.routes": [
        "takes an event id of 128 characters",
        "refuses an event id of 129 characters",
      ],
      "amas-batch.routes": [
        "takes an event id of 128 characters",
        "refuses an event id of 129 characters, and the batch with it",
      ],
    },
  ],
  [
    "visual fatigue",
    "0 to 100",
    {
      "amas-batch.routes": ["takes 0", "takes 100", "refuses -1", "refuses 100.5"],
    },
  ],
  [
    "interventions",
    "fatigue above 0.7, motivation below -0.3, attention below 0.3",
    {
      "amas-batch.routes": ["lists every problem", "reports no problem exactly at the limits"],
    },
  ],
  [
    "records of the learning curve",
    "the latest 1000",
    {
      "curves.routes": ["uses the latest thousand records"],
    },
  ],
  [
    "points of the retention curve",
    "1, 2, 4, 7, 15 and 30 days; from half a day on",
    {
      "retention-bucket": [
        "leaves out words younger than half a day",
        "maps each point to itself",
        "maps to the nearest point, on a tie to the earlier",
        "maps everything older to the last point",
      ],
    },
  ],
  [
    "range of the dashboard",
    "1, 7 or 30 days",
    {
      "day-range": ["ends today and has 1, 7 or 30 days"],
    },
  ],
  [
    "words at risk",
    "200; high below 0.5, medium below 0.75",
    {
      "forgetting-risk.routes": [
        "lists at most 200 words, but counts all",
        "lists the words at risk, lowest retention first, each with its level",
      ],
    },
  ],
];
