/** Which paths a gate stands in front of. Paths are those of the contract, below BASE_PATH. */

/** Banned devices may ask how things stand, listen for the end of the ban, and be administered. */
export function closesToBanned(path: string): boolean {
  return isApi(path) && !/^\/api\/(status|realtime|admin)(\/|$)/.test(path);
}

/**
 * Learners' endpoints that ask for an app of a known kind. Health and the description of the
 * interface are for machines, which have neither device nor version.
 */
export function asksForApp(path: string): boolean {
  if (/^\/api\/(health|openapi\.json)$/.test(path)) return false;
  return isApi(path) && !/^\/api\/(admin|status|realtime|telemetry|v1)(\/|$)/.test(path);
}

/** Learners' endpoints whose replies tell an app about its version. */
export function tellsOfUpgrades(path: string): boolean {
  return isApi(path) && !/^\/api\/admin(\/|$)/.test(path);
}

/** Requests that show which device a learner uses; telemetry has rules of its own. */
export function showsDevice(path: string): boolean {
  return isApi(path) && !/^\/api\/(admin|telemetry)(\/|$)/.test(path);
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
