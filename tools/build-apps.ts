import { ROOT } from "../packages/server/src/cli/web-app-sources.ts";
import { buildWebApps } from "./apps/web-app-build.ts";

// What is served is built for production, whatever the environment of who starts it says (that of a
// test run says "test", which would take React's development build).
process.env["NODE_ENV"] = "production";

// Builds the web apps whose sources have changed since the last build: `npm run build`, and before
// the service starts.
await buildWebApps(ROOT, (line) => console.log(line));
