import { spawn } from "node:child_process";
import { join } from "node:path";
import { addressOf } from "@wordloom/server/cli/serve";
import { findWebApps, ROOT } from "@wordloom/server/cli/web-app-sources";
import { inspectSettings } from "@wordloom/server/platform/settings/settings";
import { startAppServers } from "./apps/app-servers.ts";

// `npm run dev`: the service, restarted when its code changes, behind the web apps with hot reload.
// Open the last printed address.

const { settings } = inspectSettings();
const main = join(ROOT, "packages/server/src/main.ts");
const service = spawn(process.execPath, ["--watch", main, "serve"], {
  env: { ...process.env, API_ONLY: "true" },
  stdio: "inherit",
});
service.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill("SIGTERM"));

const address = new URL(addressOf(settings, settings.PORT));
const served = await startAppServers(findWebApps(ROOT), {
  service: address.origin,
  basePath: settings.BASE_PATH.replace(/\/$/, ""),
  port: 5173,
});
if (served !== undefined) console.log(`web apps with hot reload: ${served.url}`);
