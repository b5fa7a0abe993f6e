import { heavyAdvice } from "./heavy-advice.ts";
import { analyticsRequests } from "./heavy-analytics.ts";
import { administrators, backupRequests, learnerAdministration } from "./heavy-administration.ts";
import { avatar, csvFile, earlier, type HeavyRequest } from "./heavy-bodies.ts";
import { packRequests } from "./heavy-packs.ts";
import type { HeavyService } from "./heavy-service.ts";

/** The largest legal requests of the endpoints that take input, and the slowest known ones. */

type Things = Pick<HeavyService, "sessionId" | "bookId" | "deviceId"> & {
  readonly wordIds: readonly string[];
};

const BATCH = 500;
/** Two of them fit into one body. */
const LONG_TEXT = "word ".repeat(130_000);

/** By the name of the endpoint in the contract. */
export function heavyRequests(things: Things): Readonly<Record<string, readonly HeavyRequest[]>> {
  const { sessionId, bookId, deviceId } = things;
  const wordAt = (n: number) => things.wordIds[n % things.wordIds.length] ?? "";
  const ids = (count: number, offset = 0) => times(count, (n) => wordAt(n + offset));
  const answer = (n: number) => ({ wordId: wordAt(n), isCorrect: n % 3 > 0, responseTimeMs: 900 });
  const event = (n: number) => ({
    ...answer(n),
    clientEventId: `event-${n}-${"x".repeat(100)}`,
    clientTsMs: Date.now() - n * 1_000,
  });
  const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
  const lateAnswers = (tag: string, draft: (n: number) => object) => ({
    sentAt: isoAgo(0),
    answers: times(BATCH, (n) => ({
      clientRecordId: `${tag}-${n}`,
      answeredAt: isoAgo((BATCH - n) * 60_000),
      ...draft(n),
    })),
  });
  const pages = ["page=1&perPage=100", "page=1000000000&perPage=100", "page=40&perPage=1"];
  const queried = (query: string) => ({ query });
  const paged = pages.map(queried);
  const ranges = ["day", "week", "month"].map((range) => ({ query: `range=${range}` }));
  const device = { headers: { "x-device-id": deviceId } };
  const book = { params: { id: bookId } };
  return {
    ...learning(),
    ...library(),
    ...lists(),
    ...accounts(),
    ...devices(),
    ...administration(),
    ...heavyAdvice(),
    ...administrators(isoAgo(365)),
    ...backupRequests(),
    ...learnerAdministration(),
  };

  function learning() {
    return {
      submitRecord: [{ body: { ...answer(1), confusedWith: "x".repeat(64), dwellTimeMs: 5 } }],
      submitRecordBatch: [
        { body: { records: times(BATCH, (n) => ({ ...answer(n), sessionId, hintUsed: true })) } },
        { body: { records: times(BATCH, () => answer(1)) } },
        { body: { records: times(BATCH, () => ({ wordId: 5, isCorrect: "x" })) } },
      ],
      submitStudyAnswers: [
        {
          body: lateAnswers("late", (n) => ({
            ...answer(n),
            sessionId,
            confusedWith: wordAt(n + 1),
          })),
        },
        { body: lateAnswers("same", () => answer(1)) },
        { body: { sentAt: isoAgo(0), answers: times(BATCH, () => ({ wordId: 5 })) } },
      ],
      readStudyKit: [{ query: "minutes=120" }, { query: "minutes=5" }],
      readKitWords: [{ body: { ids: ids(100) } }],
      listSuspendedWords: [...paged, { query: "perPage=100&reason=known" }],
      leaveOutWords: [{ body: { wordIds: ids(BATCH, 50) } }],
      bringBackWords: [{ body: { wordIds: ids(BATCH, 50) } }],
      processEvent: [{ body: { wordId: wordAt(1), isCorrect: true, responseTime: 900 } }],
      processEventBatch: [
        {
          body: {
            events: times(BATCH, (n) => ({ wordId: wordAt(n), isCorrect: true, responseTime: 9 })),
          },
        },
      ],
      syncProgress: [{ body: { sessionId, events: times(100, event) } }],
      completeSession: [
        {
          body: {
            sessionId,
            masteredWordIds: ids(BATCH),
            errorProneWordIds: ids(BATCH, 7),
            avgResponseTimeMs: 900,
            events: times(200, (n) => event(n + 1_000)),
          },
        },
      ],
      startSession: [{ body: { targetMasteryCount: 1e300 } }],
      listNextWords: [
        {
          body: {
            excludeWordIds: ids(1_000),
            masteredWordIds: ids(BATCH),
            sessionPerformance: { recentAccuracy: 0.5, errorProneWordIds: ids(BATCH) },
          },
        },
      ],
      pickNextWord: [
        {
          body: {
            activeWordIds: ids(BATCH),
            errorWordIds: times(5_000, wordAt),
            lastShownMap: Object.fromEntries(times(5_000, (n) => [`word-${n}`, n])),
            priorityMap: Object.fromEntries(times(5_000, (n) => [`word-${n}`, n])),
          },
        },
      ],
      generateOptions: [
        { body: { wordId: wordAt(1), mode: "word-to-meaning", poolWordIds: ids(BATCH) } },
      ],
      adjustWords: [{ body: { recentPerformance: 1, userState: LONG_TEXT } }],
      reportVisualFatigue: [{ body: { score: 50 } }],
      evaluateMastery: [{ query: `wordId=${wordAt(1)}` }],
      listWordsByState: ["learning", "reviewing", "mastered"].flatMap((state) =>
        paged.map(({ query }) => ({ query: `${query}&state=${state}` })),
      ),
      readWordStateBatch: [{ body: { wordIds: ids(BATCH) } }],
      updateWordStateBatch: [
        { body: { updates: times(BATCH, (n) => ({ wordId: wordAt(n), state: "mastered" })) } },
      ],
      takeBackMastered: [{ body: { words: times(BATCH, (n) => earlier(wordAt(n))) } }],
      updateWordState: [{ params: { wordId: wordAt(1) }, body: { state: "learning" } }],
      changeHabits: [{ body: { preferredHours: times(24, (n) => n) } }],
      chooseReward: [{ body: { rewardType: "explorer" } }],
      readStudyForecast: [{ query: "days=90" }],
      listSlippingWords: [{ query: "days=30&limit=100" }],
      listHardWords: [{ query: "limit=100" }],
      readTrueRetention: [{ query: "days=90" }],
      readGoalForecast: [{ query: "ownRecall=0.97" }, {}],
      updateStudyConfig: [{ body: { selectedWordbookIds: times(500, () => bookId) } }],
    };
  }

  function library() {
    const texts = (count: number, length: number) => times(count, () => "x".repeat(length));
    const draft = (n: number) => ({
      text: `heavy ${n}`,
      meaning: "m".repeat(1_500),
      examples: texts(50, 20),
      tags: texts(50, 6),
    });
    const long = { text: "t".repeat(200), meaning: "好".repeat(2_000), examples: texts(50, 1_000) };
    const searches = ["e", "text", "meaning 1", "意", "x".repeat(100), "a b c d e f g h i j k l"];
    return {
      listWords: [
        ...paged,
        ...searches.map((text) => ({ query: `search=${encodeURIComponent(text)}` })),
      ],
      searchByMeaning: searches.map((text) => ({
        query: `limit=50&query=${encodeURIComponent(text)}`,
      })),
      readWordBatch: [{ body: { ids: ids(BATCH) } }],
      createWord: [{ body: { ...long, id: "heavy-0" } }],
      updateWord: [{ params: { id: wordAt(1) }, body: long }],
      createWordBatch: [
        { body: { words: times(BATCH, draft) } },
        {
          body: {
            words: times(400, (n) => ({ text: "x", meaning: `${n}`, examples: texts(50, 90) })),
          },
        },
        { body: { words: times(BATCH, () => ({ text: " ", meaning: "" })) } },
      ],
      listOwnWords: [
        ...paged,
        ...searches.map((text) => ({ query: `search=${encodeURIComponent(text)}` })),
      ],
      renameOwnTag: [{ body: { tag: "x".repeat(1_000), to: "好".repeat(64) } }],
      readOwnWord: [{ params: { id: wordAt(1) } }],
      createOwnWord: [{ body: long }],
      createOwnWordBatch: [{ body: { words: times(BATCH, draft) } }],
      changeOwnWord: [{ params: { id: wordAt(1) }, body: { meaning: "好".repeat(2_000) } }],
      createImport: [{ query: "name=heavy.csv", bytes: () => csvFile(20_000) }],
      addMedia: [5 * 1024 ** 2, 5 * 1024 ** 2 + 1].map((bytes) => ({
        query: "name=heavy.png",
        bytes: () => avatar(bytes),
      })),
      addDictionary: [{ query: "name=heavy.csv", bytes: () => csvFile(20_000) }],
      updateDictionary: [{ params: { id: "none" }, body: { language: LONG_TEXT } }],
      lookUpWord: searches.map((text) => ({
        query: `limit=20&language=en&text=${encodeURIComponent(text)}`,
      })),
      readSpeech: [
        {
          query: `wordId=${wordAt(1)}&part=example:99&speed=slow&version=${"v".repeat(64)}`,
        },
      ],
      testSpeech: [{ body: { language: "en", text: "word ".repeat(40) } }],
      planImport: [{ params: { id: "no-import" }, body: { decks: texts(1_000, 500) } }],
      runImport: [{ params: { id: "no-import" }, body: { decks: texts(1_000, 500) } }],
      readStarterSample: [{ query: "language=en&meaningLanguage=zh" }],
      listSystemWordbooks: [{ query: "languages=*" }],
      deleteWord: [{ params: { id: wordAt(things.wordIds.length - 1) } }],
      createWordbook: [{ body: { name: "b".repeat(100), description: "d".repeat(1_000) } }],
      changeWordbook: [
        { ...book, body: { name: "b".repeat(100), description: "d".repeat(1_000) } },
      ],
      addWordbookText: wordLists().flatMap((text) => [
        { ...book, body: { text, mode: "preview" } },
        { ...book, body: { text, mode: "add", onDuplicate: "own" } },
      ]),
      exportWordbook: ["csv", "txt", "apkg"].map((format) => ({
        ...book,
        query: `format=${format}`,
      })),
      exportDeck: [{ query: "reviews=true" }],
      addWordbookWords: [{ ...book, body: { wordIds: ids(BATCH, 90) } }],
      listWordbookWords: pages.map((query) => ({ ...book, query })),
      readWordbookProgress: [{ query: `wordbookIds=${times(500, () => bookId).join(",")}` }, {}],
      readFavoriteStatus: [{ query: `wordIds=${ids(500).join(",")}` }],
      writeMorphemes: [
        {
          params: { wordId: wordAt(1) },
          body: {
            morphemes: times(20, () => ({ text: "x", type: "root", meaning: "m".repeat(500) })),
          },
        },
      ],
      listConfusionPairs: [{ params: { wordId: wordAt(1) }, query: "limit=50" }],
      // The remote files themselves: remote-files.ts.
      importWordsFromUrl: [{ body: { url: `http://127.0.0.1:1/${"a".repeat(2_000_000)}` } }],
      importBookFromUrl: [{ body: { url: `http://127.0.0.1:1/${"a".repeat(2_000_000)}` } }],
      writeCenterSettings: [{ body: { wordbookCenterUrl: `http://[${":".repeat(2_000_000)}]/` } }],
      previewCenterBook: paged,
    };
  }

  /** Lists of the largest size: new words, known words, and entries that are slow to read. */
  function wordLists() {
    const lines = (line: (n: number) => string) => times(2_000, line).join("\n");
    return [
      lines((n) => `list ${n}\t${"m".repeat(110)}`),
      lines((n) => `${n}é,${"好".repeat(35)}`),
      lines((n) => `text ${n}`),
      lines(() => `${'"'.repeat(120)}`),
      "\n".repeat(256 * 1024),
      `${'""'.repeat(4_999)}\n`.repeat(26),
    ];
  }

  function lists() {
    return {
      listRecords: [...paged, { query: "limit=100&offset=15000" }],
      listNotes: [...paged, { query: `wordId=${wordAt(1)}` }],
      listFavorites: paged,
      listSessions: [...paged, { query: "startDate=1970-01-01&endDate=9999-12-31" }],
      listImportHistory: paged,
      listNotifications: [{ query: "limit=100" }],
      listFeedback: paged,
      listDueWords: [{ query: "limit=200" }],
      listDeadLetters: [{ query: "limit=500" }],
      listLogs: [{ query: `limit=5000&q=${"x".repeat(100)}` }, { query: "limit=5000" }],
      exportLogs: [{ query: "" }],
      listMonitoringEvents: [{ query: "hours=720" }],
      readRequestStats: [{ query: "window=7d" }, { query: "window=6h" }],
      readStateOverview: [{}],
      readStatistics: [{}],
      readEnhancedStatistics: [{ query: "days=90" }, {}],
      readDashboard: ranges,
      readForgettingRisk: ranges,
      followEvents: [{}],
      readDeviceBan: [{ query: "deviceId=d1" }],
    };
  }

  function accounts() {
    const password = `Aa1${"x".repeat(253)}`;
    const email = `${"a".repeat(60)}@${"b.".repeat(90)}cd`;
    return {
      register: [{ body: { email, username: "ä".repeat(50), password } }],
      login: [{ body: { email: LONG_TEXT, password: LONG_TEXT } }],
      loginAdmin: [{ body: { email: LONG_TEXT, password: LONG_TEXT } }],
      setupAdmin: [{ body: { email: LONG_TEXT, password: LONG_TEXT, setupToken: LONG_TEXT } }],
      forgotPassword: [{ body: { email } }],
      resetPassword: [{ body: { token: LONG_TEXT, newPassword: password } }],
      verifyResetToken: [{ body: { token: LONG_TEXT } }],
      renameMe: [{ body: { username: "ä".repeat(50) } }],
      changeMyEmail: [{ body: { email, currentPassword: "Right-pw-1" } }],
      confirmEmail: [{ body: { token: LONG_TEXT } }],
      changeMyPassword: [{ body: { currentPassword: "Right-pw-1", newPassword: password } }],
      saveAppSettings: [
        { body: { revision: 0, settings: { views: times(1_500, (n) => [n % 10, "x"]) } } },
        { body: { revision: 1, settings: { text: "x".repeat(16_000) } } },
      ],
      changePreferences: [{ body: { theme: "dark", timeZone: "Europe/Rome" } }],
      createNote: [{ body: { wordId: wordAt(1), content: "n".repeat(5_000) } }],
      updateNote: [{ params: { id: "note-1" }, body: { content: ` ${"n ".repeat(2_500)}` } }],
      sendFeedback: [{ body: { content: "f".repeat(5_000), route: "r".repeat(200) } }],
      uploadAvatar: [512, 513].map((kib) => ({
        bytes: () => avatar(kib * 1024),
        headers: { "content-type": "image/png" },
      })),
    };
  }

  function administration() {
    const userIds = times(1_000, (n) => `${n}-${"u".repeat(58)}`);
    const audience = { userIds, platforms: times(20, () => "web"), versionMin: "0.0.1" };
    const news = { title: "t".repeat(200), message: "m".repeat(10_000) };
    return {
      sendBroadcast: [
        { body: news },
        { body: { ...news, audience: { lastActiveDays: 365 }, scheduledAt: isoAgo(0) } },
        { body: { ...news, audience } },
      ],
      previewBroadcast: [{ body: {} }, { body: { audience } }],
      listBroadcasts: [{ query: "limit=100" }, { query: "filter=failed&offset=1000000000" }],
      broadcastUpdate: [{ body: { version: "1.0.0", message: "m".repeat(500) } }],
      listAdminWordbooks: [...paged, { query: "sort=hottest&search=e&perPage=100" }],
      createSystemWordbook: [{ body: { name: "b".repeat(100), description: "d".repeat(1_000) } }],
      changeSystemWordbook: [{ ...book, body: { name: "x", tags: times(50, () => "t") } }],
      listAdminWordbookWords: [
        ...pages.map((query) => ({ ...book, query })),
        { ...book, query: "search=e&perPage=100" },
      ],
      addSystemBookWords: [{ ...book, body: { wordIds: ids(BATCH, 90) } }],
      removeSystemBookWords: [{ ...book, body: { wordIds: ids(BATCH, 90) } }],
      readWordbookStats: [book],
      listWordbookHistory: pages.map((query) => ({ ...book, query })),
      exportAdminWordbook: [book, { ...book, query: "format=csv" }],
      previewAdminCenterBook: paged,
      uploadSystemBook: [
        { bytes: () => bookFile("heavy", 3_000) },
        { query: "dryRun=true", bytes: () => bookFile("heavy", 3_000) },
        { query: "dryRun=true", bytes: () => bookFile("no word", 90_000) },
        { bytes: () => Buffer.alloc(51 * 1024 * 1024, "[") },
      ],
      changeCenterTags: [{ params: { wordbookId: bookId }, body: { replace: times(50, String) } }],
      listAdminFeedback: [
        ...paged,
        { query: "perPage=100&unread=true&assigned=false&status=open" },
      ],
      exportFeedback: [{}, { query: "category=general&priority=normal" }],
      replyToFeedback: [{ params: { id: "none" }, body: { body: "r".repeat(5_000) } }],
      changeFeedback: [{ params: { id: "none" }, body: { resolution: "r".repeat(5_000) } }],
    };
  }

  function devices() {
    const clicks = times(1_200, () => ({ label: "x", tag: "y" }));
    const used = Object.fromEntries(times(1_200, (n) => [`feature ${n}`, n]));
    const versions = { belowVersion: "1.0.0", latestVersion: `1.0.0-${"a.".repeat(29)}` };
    const report = {
      eventType: "session_start",
      clientTs: "2026-05-01T11:59:58.500Z",
      payload: {
        device: { timezone: "Europe/Rome", model: "m", language: "it" },
        behavior: { clickTargets: clicks },
        featureUsage: used,
      },
    };
    const props = (n: number) => ({ [`p${n}`]: "x".repeat(100), b: 1, c: true });
    const events = times(50, (n) => ({
      clientEventId: `e${n}`,
      name: `name_${n}`,
      category: "behavior",
      clientTsMs: 1,
      props: props(n),
    }));
    const headers = { ...device.headers, "x-device-platform": "web", "x-app-version": "1.2.3" };
    const target = { deviceIds: times(BATCH, (n) => `device-${n}`) };
    return {
      sendTelemetry: [{ headers, body: report }],
      reportError: [
        { body: { message: "\u001b".repeat(4_000), stack: "😀\n".repeat(5_000) } },
        // Each is long for one of the patterns that find secrets in the log.
        {
          body: {
            message: "a.".repeat(4_000),
            stack: "eyJ-".repeat(2_000),
            url: "a".repeat(8_000),
          },
        },
      ],
      reportPackInstall: [
        { body: { packId: "p".repeat(128), version: "1", outcome: "installed" } },
      ],
      sendAppEvents: [{ headers, body: { events } }],
      sendProbeResult: [
        {
          ...device,
          body: {
            requestId: "none",
            status: "ok",
            durationMs: 1,
            resultJson: times(80_000, () => 1),
          },
        },
      ],
      issueProbe: [{ body: { targets: target, script: "cmd(".repeat(4_000), timeoutMs: 1_000 } }],
      confirmProbe: [{ params: { requestId: "none" }, body: { deviceIdSuffix: LONG_TEXT } }],
      listProbes: [{ query: "limit=200" }],
      banClient: [{ params: { id: "none" }, body: { reason: "r".repeat(500) } }],
      banUserDevice: [
        { params: { id: "u1", deviceId: "none" }, body: { reason: "r".repeat(500) } },
      ],
      setUpgradePolicy: [{ params: { platform: "web" }, body: { minVersion: "0.0.1" } }],
      broadcastUpgrade: [{ params: { platform: "web" }, body: versions }],
      previewUpgradeBroadcast: [{ params: { platform: "web" }, body: versions }],
      changeAdminSettings: [
        { body: { wordbook_center_url: `https://books.example.org/${"b".repeat(1_900)}` } },
        { body: { max_users: null, rate_limits: { probe: null }, min_client_version: "x" } },
      ],
      setMaintenance: [{ body: { active: false } }],
      setVersionGate: [{ body: { enabled: false, minClientVersion: "0.0.1" } }],
      previewVersionGate: [{ body: { minClientVersion: "999.0.0" } }],
      testMail: [{ body: { to: "ada@example.org" } }],
      createSettingsSnapshot: [{ body: { name: "n".repeat(100), note: "o".repeat(500) } }],
      listUserDevices: [{ params: { id: "u1" }, query: "limit=200" }],
      pageClients: [
        ...paged,
        ...["page=40&perPage=100&sort=firstSeenAt", "q=e&recentMinutes=525600"].map(queried),
      ],
      listTelemetry: [{ params: { deviceId }, query: "limit=200" }],
      summarizeTelemetry: [{ params: { deviceId }, query: "days=90" }],
      ...packRequests(),
      ...analyticsRequests(),
    };
  }
}

/** A book of a wordbook center; without spellings its words are faults. */
function bookFile(spelling: string, count: number): Buffer {
  const word = (n: number) =>
    spelling === "no word" ? { meanings: 5 } : { spelling: `${spelling} ${n}`, meanings: ["好"] };
  return Buffer.from(JSON.stringify({ id: "heavy", name: "Heavy", words: times(count, word) }));
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
