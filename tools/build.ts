import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { codeOf, messageOf } from "@wordloom/server/platform/basics/thrown";
import { buildWebApps } from "./apps/web-app-build.ts";
import { bundleService } from "./service/bundle-service.ts";

// Always builds for production, regardless of the caller's environment: a test run sets "test",
// which would select React's development build.
process.env["NODE_ENV"] = "production";

// `npm run build`; also runs before the service starts with changed web apps. `apps` builds only
// the apps: tests run the service from its sources.
const say = (line: string) => console.log(line);
await buildWebApps(ROOT, say);
if (process.argv[2] !== "apps") await bundleService(ROOT, say).catch(reportAndContinue);

/** The service's user may be allowed to write only the apps; the service also runs from sources. */
function reportAndContinue(error: unknown): void {
  if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) throw error;
  say(`the service is not bundled: ${messageOf(error)}`);
}
