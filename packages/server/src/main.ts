import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { restartWithMissing } from "./cli/memory-plan.ts";

const args = process.argv.slice(2);

// With a compile cache, the next start takes half the time and less memory. It is optional: an
// unwritable directory is no error. The environment variable passes it on to worker threads and a
// restart.
const compiled = join(import.meta.dirname, "../../../node_modules/.cache/wordloom");
process.env["NODE_COMPILE_CACHE"] ??= compiled;
// Only the service runs long enough for its memory to matter.
if ([undefined, "serve"].includes(args[0])) restartWithMissing(process);
enableCompileCache(compiled);

// Imported only now, so that these modules are compiled once.
const { configureStandardStreams } = await import("./cli/standard-streams.ts");
const { currentBundle } = await import("./cli/service-bundle.ts");
configureStandardStreams();
const program = currentBundle(join(import.meta.dirname, "../../..")) ?? "./cli/command-line.ts";
const { runCommand } = (await import(program)) as typeof import("./cli/command-line.ts");
process.exitCode = await runCommand(args);
