import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { looseModes } from "./data-directory.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { inspectSettings, originOf, readSettings } from "./settings.ts";

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), "wordloom-settings-"))));
afterAll(() => rmSync(directory, { recursive: true }));

const fileWith = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

describe("testSettings", () => {
  it("uses the documented defaults", () => {
    const settings = testSettings();
    expect(settings).toMatchObject({
      HOST: "127.0.0.1",
      BASE_PATH: "/",
      APP_TIMEZONE: "UTC",
      DB_POOL_SIZE: 8,
      CORS_ORIGIN: [],
      TRUST_PROXY: false,
      JWT_EXPIRES_IN_HOURS: 1,
      RECORDS_OUTBOX_ASYNC: true,
      LIMITS_MAX_SSE_CONNECTIONS: 5_000,
      TELEMETRY_RETENTION_DAYS: 90,
      PROBE_RETENTION_DAYS: 60,
    });
    expect(settings.AMAS_MONITOR_SAMPLE_RATE).toBeUndefined();
    expect(settings.METRICS_TOKEN).toBeUndefined();
    expect(settings.LOG_DIR).toBe(join(settings.DATA_DIR, "logs"));
  });

  it.each([
    ["BASE_PATH", "words/", "/words"],
    ["BASE_PATH", "//a//b/", "/a/b"],
    ["TRUST_PROXY", "true", true],
    ["TRUST_PROXY", "10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
    ["CORS_ORIGIN", "https://a.example, http://b.test/", ["https://a.example", "http://b.test"]],
    ["CORS_ORIGIN", "*", ["*"]],
    ["PACK_IMAGE_HOSTS", "", []],
    [
      "PACK_IMAGE_HOSTS",
      "A.example, https://b.test:8443/",
      ["https://a.example", "https://b.test:8443"],
    ],
    ["COOKIE_SECURE", "TRUE", true],
    ["PUBLIC_URL", "https://w.example/x/", "https://w.example/x"],
    ["PORT", "", 0],
    ["JWT_EXPIRES_IN_HOURS", "0.5", 0.5],
    ["UPDATE_CHECK_API_URL", "https://h.example/r?per_page=30", "https://h.example/r?per_page=30"],
    ["UPDATE_DOWNLOAD_MIRROR_PREFIX", "https://m.example/p", "https://m.example/p/"],
  ])("reads %s=%s", (name, text, expected) => {
    const settings: Record<string, unknown> = testSettings(text === "" ? {} : { [name]: text });
    expect(settings[name]).toEqual(expected);
  });

  it("reads an empty UPDATE_CHECK_API_URL as off, not as unset", () => {
    expect(testSettings().UPDATE_CHECK_API_URL).toBeUndefined();
    expect(testSettings({ UPDATE_CHECK_API_URL: "" }).UPDATE_CHECK_API_URL).toBe("");
  });

  it.each([
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["BASE_PATH", "/../x"],
    ["BASE_PATH", "/a?b"],
    ["APP_TIMEZONE", "Mars/Olympus"],
    ["LOG_LEVEL", "loud"],
    ["TRUST_PROXY", "yes"],
    ["CORS_ORIGIN", "example.org"],
    ["CORS_ORIGIN", "*,https://a.example"],
    ["PACK_IMAGE_HOSTS", "*"],
    ["PACK_IMAGE_HOSTS", "http://a.example"],
    ["PACK_IMAGE_HOSTS", "a.example/pictures"],
    ["PACK_IMAGE_HOSTS", "a.example; script-src *"],
    ["DATABASE_URL", "mysql://x"],
    ["REDIS_URL", "http://x"],
    ["JWT_SECRET", "short"],
    ["ADMIN_PASSWORD", "weak"],
    ["ADMIN_EMAIL", "nobody"],
    ["AMAS_MONITOR_SAMPLE_RATE", "1.5"],
    ["API_ONLY", "perhaps"],
    ["PAGINATION_DEFAULT_SIZE", "101"],
    ["REFRESH_JWT_SECRET", "access-secret-for-tests-only-0123456789"],
  ])("refuses %s=%s", (name, text) => {
    expect(() => testSettings({ [name]: text })).toThrow(name);
  });
});

describe("readSettings", () => {
  it("lists all faults at once", () => {
    const faulty = { DATA_DIR: directory, PORT: "x", LOG_LEVEL: "y", APP_TIMEZONE: "z" };
    expect(() => readSettings(faulty)).toThrow(/PORT[^]*APP_TIMEZONE[^]*LOG_LEVEL/);
  });

  it("creates three different secrets once, readable by the owner only", () => {
    const DATA_DIR = join(directory, "fresh");
    const first = readSettings({ DATA_DIR });
    const again = readSettings({ DATA_DIR });
    const secrets = [first.JWT_SECRET, first.REFRESH_JWT_SECRET, first.ADMIN_JWT_SECRET];
    expect(new Set(secrets).size).toBe(3);
    expect(secrets.every((secret) => Buffer.byteLength(secret) >= 32)).toBe(true);
    expect(again.JWT_SECRET).toBe(first.JWT_SECRET);
    expect(statSync(join(DATA_DIR, "secrets")).mode & 0o777).toBe(0o700);
    expect(statSync(join(DATA_DIR, "secrets/jwt-secret")).mode & 0o777).toBe(0o600);
  });

  it("creates the data directory with the right modes, and reports wrong ones", () => {
    const DATA_DIR = join(directory, "modes");
    readSettings({ DATA_DIR });
    const modes = ["secrets", "keys", "backups", "packs", "avatars"].map(
      (name) => statSync(join(DATA_DIR, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o755, 0o755]);
    expect(looseModes(DATA_DIR)).toEqual([]);
    chmodSync(join(DATA_DIR, "keys"), 0o750);
    const file = fileWith("modes/setup-token", "x");
    chmodSync(file, 0o644);
    expect(looseModes(DATA_DIR)).toEqual([
      expect.stringContaining(`chmod 0700 ${join(DATA_DIR, "keys")}`),
      expect.stringContaining(`chmod 0600 ${file}`),
    ]);
  });

  it("refuses secrets on disk that are equal or truncated", () => {
    const DATA_DIR = join(directory, "tampered");
    readSettings({ DATA_DIR });
    const path = join(DATA_DIR, "secrets/jwt-secret");
    writeFileSync(path, readFileSync(join(DATA_DIR, "secrets/admin-jwt-secret")));
    expect(() => readSettings({ DATA_DIR })).toThrow("ADMIN_JWT_SECRET must differ");
    writeFileSync(path, "");
    expect(() => readSettings({ DATA_DIR })).toThrow("JWT_SECRET has fewer than 32 bytes");
  });

  it("explains what to do if the data directory cannot be used", () => {
    for (const DATA_DIR of [join(fileWith("a-file", ""), "data"), "/proc/wordloom/data"]) {
      expect(() => readSettings({ DATA_DIR })).toThrow(/DATA_DIR .* make it writable/);
    }
  });

  it("prefers the environment to the file, and reads secrets from files", () => {
    const METRICS_TOKEN_FILE = fileWith("token", "from-a-file\n");
    const lines = "# comment\nPORT=4000\nLOG_LEVEL=warn\nUNKNOWN=1\n";
    const CONFIG_FILE = fileWith("config.env", lines);
    const DATA_DIR = join(directory, "layers");
    const { settings, origins } = inspectSettings({
      DATA_DIR,
      CONFIG_FILE,
      METRICS_TOKEN_FILE,
      PORT: "5000",
      HOST: "",
    });
    expect(settings).toMatchObject({ PORT: 5000, LOG_LEVEL: "warn", METRICS_TOKEN: "from-a-file" });
    expect(origins).toMatchObject({
      PORT: "environment",
      LOG_LEVEL: `file ${CONFIG_FILE}`,
      METRICS_TOKEN: `file ${METRICS_TOKEN_FILE}`,
      HOST: "default",
      JWT_SECRET: "generated",
    });
    // A copy, as an app may receive one, still has the origins.
    expect(originOf({ ...settings, PORT: 1 }, "JWT_SECRET")).toBe("generated");
  });

  it("reads a JSON file with numbers, flags and lists", () => {
    const values = { PORT: 4001, API_ONLY: true, CORS_ORIGIN: ["https://a.example"], HOST: null };
    const CONFIG_FILE = fileWith("config.json", JSON.stringify(values));
    const { settings } = inspectSettings({ DATA_DIR: directory, CONFIG_FILE });
    expect(settings).toMatchObject({ PORT: 4001, API_ONLY: true, HOST: "127.0.0.1" });
    expect(settings.CORS_ORIGIN).toEqual(["https://a.example"]);
  });

  it.each([
    [{ CONFIG_FILE: "/nowhere/at-all" }, "CONFIG_FILE cannot be read"],
    [{ METRICS_TOKEN_FILE: "/nowhere/at-all" }, "METRICS_TOKEN_FILE cannot be read"],
    [{ METRICS_TOKEN: "a", METRICS_TOKEN_FILE: "b" }, "both set"],
  ])("refuses %j", (environment, fault) => {
    expect(() => inspectSettings({ DATA_DIR: directory, ...environment })).toThrow(fault);
  });
});

describe("inspectSettings", () => {
  it("creates nothing", () => {
    const DATA_DIR = join(directory, "untouched");
    expect(inspectSettings({ DATA_DIR }).settings.JWT_SECRET).toBeUndefined();
    expect(() => statSync(DATA_DIR)).toThrow("ENOENT");
  });
});

describe("the settings of a language model", () => {
  it("are off by default", () => {
    expect(testSettings()).toMatchObject({ LLM_ENABLED: false, LLM_MOCK: false });
    expect(testSettings()).toMatchObject({ LLM_TIMEOUT_SECS: 60, LLM_DAILY_COST_CAP_USD: 1 });
  });

  it("require a URL and a model, except for the mock", () => {
    expect(() => testSettings({ LLM_ENABLED: "true" })).toThrow(/LLM_API_URL[^]*LLM_MODEL/);
    expect(testSettings({ LLM_ENABLED: "true", LLM_MOCK: "true" }).LLM_ENABLED).toBe(true);
  });

  it.each(["NaN", "-1", "free"])("refuse a price of %s", (price) => {
    expect(() => testSettings({ LLM_INPUT_PRICE_PER_MTOK_USD: price })).toThrow(/PER_MTOK/);
  });
});

describe("the settings of the voices", () => {
  const url = { TTS_API_URL: "http://127.0.0.1:1/v1" };

  it("are off by default", () => {
    expect(testSettings()).toMatchObject({ TTS_VOICES: "{}", TTS_COMMAND_LANGUAGES: [] });
    expect(testSettings().TTS_API_URL).toBeUndefined();
    const limits = { SPEECH_CACHE_MB: 1024, SPEECH_PER_LEARNER_PER_DAY: 2000 };
    expect(testSettings()).toMatchObject(limits);
  });

  it("require a model and voices of a service", () => {
    expect(() => testSettings(url)).toThrow(/TTS_MODEL[^]*TTS_VOICES/);
    const whole = { ...url, TTS_MODEL: "small", TTS_VOICES: '{"en":"amy"}' };
    expect(testSettings(whole).TTS_MODEL).toBe("small");
  });

  it.each(["amy", "[]", '{"en":1}', '{"en":""}', '{"no language":"amy"}'])(
    "refuse %s as voices",
    (TTS_VOICES) => expect(() => testSettings({ TTS_VOICES })).toThrow(/TTS_VOICES must be/),
  );

  it.each([
    ["SPEECH_CACHE_MB", "0"],
    ["SPEECH_CACHE_MB", "1000001"],
    ["SPEECH_PER_LEARNER_PER_DAY", "-1"],
    ["TTS_COMMAND_MEMORY_MB", "63"],
    ["TTS_COMMAND_LANGUAGES", "en, no language"],
    ["TTS_API_URL", "ftp://voice"],
  ])("refuse %s %s", (name, value) => {
    expect(() => testSettings({ [name]: value })).toThrow(name);
  });

  it("take languages in any spelling", () => {
    expect(testSettings({ TTS_COMMAND_LANGUAGES: "EN, pt-br" }).TTS_COMMAND_LANGUAGES).toEqual([
      "en",
      "pt-BR",
    ]);
  });
});
