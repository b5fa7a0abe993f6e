/** Which paths each gate applies to. Paths are those of the contract, below BASE_PATH. */

/** Banned devices may still read the status, open streams and use administrators' endpoints. */
export function isClosedToBanned(path: string): boolean {
  return isApi(path) && !/^\/api\/(status|realtime|admin)(\/|$)/.test(path);
}

/**
 * Learners' endpoints that check the app. Machines read health and the OpenAPI description, and
 * have neither device nor version.
 */
export function requiresApp(path: string): boolean {
  if (/^\/api\/(health|openapi\.json)$/.test(path)) return false;
  return isApi(path) && !/^\/api\/(admin|status|realtime|telemetry|v1)(\/|$)/.test(path);
}

/** Learners' endpoints whose replies carry the upgrade hint. */
export function hasUpgradeHints(path: string): boolean {
  return isApi(path) && !/^\/api\/admin(\/|$)/.test(path);
}

/** Requests that record the learner's device. Telemetry has its own rules. */
export function recordsDevice(path: string): boolean {
  return isApi(path) && !/^\/api\/(admin|telemetry)(\/|$)/.test(path);
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
