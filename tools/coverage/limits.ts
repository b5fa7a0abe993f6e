/** A limit of the interface, and how the tests that show it are named. */
export interface Limit {
  readonly name: string;
  readonly value: string;
  readonly shownBy: RegExp;
}

/** Limits of the learner interface and of the platform under it. */
export const limits: readonly Limit[] = [
  {
    name: "calls of auth routes",
    value: "10 in 60 s",
    shownBy: /bucket|limit.*auth|auth.*limit|11th|eleventh/i,
  },
  { name: "failed sign-ins before the lock", value: "5; 15 min", shownBy: /lock/i },
  { name: "reset token", value: "1 h", shownBy: /expired|hour/i },
  { name: "batch arrays", value: "1 to 500", shownBy: /50[01] (entries|ids|words)/ },
  { name: "excludeWordIds", value: "1000", shownBy: /100[01] excluded/ },
  { name: "activeWordIds, poolWordIds", value: "500", shownBy: /50[01] (active|pool|ids)/ },
  { name: "password", value: "8 to 256", shownBy: /password/i },
  { name: "username", value: "2 to 50", shownBy: /name/i },
  { name: "e-mail", value: "254, local part 64", shownBy: /e-?mail/i },
  { name: "dailyWordCount", value: "1 to 200", shownBy: /words a day/ },
  { name: "dailyMasteryTarget", value: "1 to 100", shownBy: /target of/ },
  { name: "clientRecordId", value: "128 characters", shownBy: /key of 12[89]/ },
  { name: "clientEventId", value: "128 characters", shownBy: /event id of 12[89]/ },
  { name: "due words", value: "1 to 200", shownBy: /limit into its range|keeps to the limit/ },
  { name: "note", value: "1 to 5000 characters", shownBy: /note.*(5000|5,000|5001)|500[01]/i },
  { name: "avatar", value: "512 KB", shownBy: /avatar|picture/i },
  {
    name: "URL import",
    value: "10 MB, 5000 words",
    shownBy: /IMPORT|too large|words in one file|5,?00[01]/i,
  },
  { name: "search text", value: "100 characters", shownBy: /search.*10[01]|10[01] characters/i },
  { name: "perPage", value: "1 to 100", shownBy: /numbers into their range|perPage/i },
  { name: "JSON body", value: "2 MiB", shownBy: /2 MiB|larger|too large/i },
  { name: "JSON depth", value: "64 levels", shownBy: /64|nest|deep/i },
  {
    name: "sign-ins of a learner",
    value: "10",
    shownBy: /oldest.*(dropped|sign-in|session)|ten|eleventh|at most 10/i,
  },
  { name: "refresh race", value: "30 s", shownBy: /30 s|race/i },
  { name: "streams", value: "5 a learner, 5000 in all", shownBy: /stream|oldest.*closed/i },
  { name: "ring of events", value: "256", shownBy: /ring|replay/i },
  { name: "wordbook name", value: "100 characters", shownBy: /name of 10[01]|10[01] characters/i },
  { name: "word fields", value: "text 200, meaning 2000 …", shownBy: /limit|characters/i },
  { name: "outbox attempts", value: "8, 1 s to 10 min", shownBy: /eight times|ten minutes/ },
  { name: "feedback", value: "5000 characters", shownBy: /feedback/i },
  { name: "telemetry body", value: "64 KB", shownBy: /64 KB/ },
  { name: "app events in a request", value: "50", shownBy: /5[01] events/ },
  {
    name: "properties of an app event",
    value: "16, 2 KB, texts of 128 characters",
    shownBy: /1[67] properties|2048 pass|a text of 12[89] characters/,
  },
  {
    name: "time of an app event",
    value: "7 days back, 5 minutes ahead",
    shownBy: /into the window/,
  },
  { name: "range of app events", value: "90 days", shownBy: /9[01] days/ },
  { name: "telemetry", value: "120 in 60 s", shownBy: /how many there were|thrown? away/i },
  { name: "error report field", value: "4 KB", shownBy: /4 KB of each field/ },
  { name: "probe script", value: "16 KB", shownBy: /16 KB of script|one byte more/ },
  { name: "probe result", value: "256 KB kept", shownBy: /256 KB/ },
  { name: "probe time", value: "100 to 10000 ms", shownBy: /100 ms|10 s/ },
  { name: "probe confirmation", value: "60 s", shownBy: /a minute/ },
  { name: "data export", value: "once in 24 h", shownBy: /export/i },
];
