/** Telemetry requests for tests. */
export const TELEMETRY_PATH = "/api/telemetry";

export const deviceHeaders = {
  "x-device-id": "d1",
  "x-device-platform": "web",
  "x-app-version": "1.2.3",
};

export const device = { timezone: "Europe/Rome", model: "Firefox on Linux" };

/** A complete device description. */
export const fullDevice = {
  ...device,
  language: "it",
  osName: "Linux",
  browserName: "Firefox",
  browserVersion: "140",
  screenWidth: 1920,
  screenHeight: 1080,
  pixelRatio: 1.5,
  cpuCores: 8,
  memoryGb: 15.9,
  touchSupport: false,
  onlineStatus: true,
};

export const clientTs = "2026-05-01T11:59:58.500Z";
export const sessionStart = { eventType: "session_start", clientTs, payload: { device } };
export const metrics = {
  sessionDurationSecs: 60,
  actionsPerMin: 12.5,
  errorCount: 1,
  avgResponseTimeMs: 850.25,
};

/** A learner's request with a body, and with changed or further headers. */
export function telemetry(body: unknown, changed: Readonly<Record<string, string>> = {}) {
  const headers = { ...deviceHeaders, ...changed };
  return { as: "learner", send: ["POST", TELEMETRY_PATH, body, headers] } as const;
}
