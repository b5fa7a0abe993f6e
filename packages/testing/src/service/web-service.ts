import { cpSync } from "node:fs";
import { join } from "node:path";
import { buildApp, type App } from "@wordloom/server/app";
import { features } from "@wordloom/server/features";
import { importStarterWords } from "@wordloom/server/features/library/starter-words/starter-import.service";
import { buildStarterWords } from "@wordloom/server/features/library/starter-words/build-starter-words";
import { confusionPairCache } from "@wordloom/server/features/progress/confusion-cache/confusion-cache.worker";
import { forecastRehearsal } from "@wordloom/server/features/study/study-config/goal-forecast.worker";
import { finishRestore } from "@wordloom/server/platform/database/backup/finish-restore";
import type { Worker } from "@wordloom/server/platform/jobs/worker";
import { silentLog } from "@wordloom/server/platform/observability/log";
import type { Installation } from "@wordloom/server/platform/release/installation";
import { systemClock, type Clock } from "@wordloom/server/platform/time/clock";
import { quickPasswords } from "./quick-passwords.ts";
import { openReportsHere } from "./reports-here.ts";
import { testSettings } from "./test-settings.ts";
import { givePort, notePort, takePort } from "./ports.ts";
import { newDirectory, remove, stocked } from "./stock.ts";

/** The real service with the built app, its own database and a clock that can be moved. */
export interface TestService {
  readonly url: string;
  /** The parts of the service, to change what an operator can change. */
  readonly app: App;
  /** Moves the service's clock forward. */
  advance(ms: number): void;
  /** Acts like a killed process: nothing answers at the address until `start`. */
  stop(): Promise<void>;
  /** Starts at the same address, with the same data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const webApps = {
  admin: join(import.meta.dirname, "../../../../apps/admin/dist"),
  learner: join(import.meta.dirname, "../../../../apps/learner/dist"),
};

type Settings = Readonly<Record<string, string>>;

const databaseIn = (directory: string) => join(directory, "learning.db");

const settingsOf = (directory: string, settings: Settings) =>
  testSettings({
    DATA_DIR: directory,
    DATABASE_URL: `sqlite:${databaseIn(directory)}`,
    STARTER_WORDBOOKS: "true",
    AUTH_RATE_LIMIT_MAX: "100000",
    ADMIN_AUTH_RATE_LIMIT_MAX: "100000",
    RATE_LIMIT_AUTHENTICATED_MAX: "1000000",
    RATE_LIMIT_ANONYMOUS_MAX: "1000000",
    ...settings,
  });

/** The data of a service with its starter words imported, or of one without any. */
function stock(hasWords: boolean): Promise<string> {
  return stocked(hasWords ? "starter-words" : "no-words", async (directory) => {
    const app = await buildApp({ settings: settingsOf(directory, {}), log: silentLog });
    if (hasWords) await importStarterWords(app.deps, buildStarterWords);
    await app.close();
  });
}

/**
 * Workers that only prepare for later requests: a rehearsal at each start, and the week's
 * confusable words when a test moves the clock. Without them every request takes its usual path.
 */
const preparing: readonly Worker[] = [forecastRehearsal, confusionPairCache];

/** Tests skip the preparations, which take a second per service. */
const unprepared = features.map(({ workers = [], ...feature }) => ({
  ...feature,
  workers: workers.map((worker) =>
    preparing.includes(worker) ? { ...worker, run: async () => {} } : worker,
  ),
}));

interface ServiceParts {
  /** For measurements: replies are not checked against the contract, and all workers run. */
  readonly isMeasured?: boolean;
  /** Runs administrators' heavy reads in a separate thread, as in production. */
  readonly readsApart?: boolean;
  /** The release that it claims to be, read at each start. */
  readonly installation?: () => Partial<Installation>;
}

/** @param settings  of the service; starter words are imported unless they are switched off */
export async function openService(
  settings: Settings = {},
  { isMeasured = false, readsApart = isMeasured, installation = () => ({}) }: ServiceParts = {},
): Promise<TestService> {
  const directory = newDirectory();
  const hasWords = settings["STARTER_WORDBOOKS"] !== "false";
  cpSync(await stock(hasWords), directory, { recursive: true });
  let offsetMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offsetMs };
  const port = await takePort();
  let app: App | undefined;
  const stop = async () => {
    await app?.close();
    app = undefined;
  };
  // The end of a restore: the app opens again on the restored data.
  let opened = Promise.resolve();
  const start = async () => {
    app = await buildApp({
      settings: settingsOf(directory, { ...settings, PORT: String(port) }),
      clock,
      log: silentLog,
      passwords: quickPasswords,
      webApps,
      checkReplies: !isMeasured,
      ...(!isMeasured && { features: unprepared }),
      ...(!readsApart && { reports: openReportsHere(databaseIn(directory)) }),
      installation: {
        reopenApp: () => {
          opened = stop()
            .then(() => finishRestore(settingsOf(directory, settings)))
            .then(start);
        },
        ...installation(),
      },
    });
    await app.listen();
  };
  await start();
  notePort(port);
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get app() {
      if (app === undefined) throw new Error("the service is stopped");
      return app;
    },
    advance: (ms) => {
      offsetMs += ms;
    },
    stop,
    start,
    async close() {
      await opened;
      await stop();
      givePort(port);
      remove(directory);
    },
  };
}
