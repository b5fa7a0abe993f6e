import { ROOT } from "../packages/server/src/cli/web-app-sources.ts";
import { buildWebApps } from "./apps/web-app-build.ts";

// Builds the web apps whose sources have changed since the last build: `npm run build`, and before
// the service starts.
await buildWebApps(ROOT, (line) => console.log(line));
