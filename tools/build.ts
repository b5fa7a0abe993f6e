import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { codeOf, messageOf } from "@wordloom/server/platform/basics/thrown";
import { buildWebApps } from "./apps/web-app-build.ts";
import { bundleService } from "./service/bundle-service.ts";

// What is served is built for production, whatever the environment of who starts it says (that of a
// test run says "test", which would take React's development build).
process.env["NODE_ENV"] = "production";

// `npm run build`, and before the service starts with web apps that have changed. With `apps` only
// these: tests run the service from its sources.
const say = (line: string) => console.log(line);
await buildWebApps(ROOT, say);
if (process.argv[2] !== "apps") await bundleService(ROOT, say).catch(goOnWithout);

/** The user of a service may be allowed to write the apps only; it also runs from its sources. */
function goOnWithout(error: unknown): void {
  if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) throw error;
  say(`the service is not bundled: ${messageOf(error)}`);
}
