import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectSettings, type Settings } from "../platform/settings/settings.ts";

const TEST_SETTINGS: Readonly<Record<string, string>> = {
  PORT: "0",
  DATA_DIR: join(tmpdir(), `wordloom-test-${process.pid}`),
  DATABASE_URL: "sqlite::memory:",
  LOG_LEVEL: "silent",
  STARTER_WORDBOOKS: "false",
  JWT_SECRET: "access-secret-for-tests-only-0123456789",
  REFRESH_JWT_SECRET: "refresh-secret-for-tests-only-0123456789",
  ADMIN_JWT_SECRET: "admin-secret-for-tests-only-0123456789",
};

/** Settings for tests: fixed secrets, a silent log, any free port; touches no files. */
export function testSettings(overrides: Record<string, string> = {}): Settings {
  return inspectSettings({ ...TEST_SETTINGS, ...overrides }).settings;
}
