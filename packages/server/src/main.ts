import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { configureStandardStreams } from "./cli/standard-streams.ts";

// A compile cache: the next start takes half the time and less memory. Optional: an unwritable
// directory is no error. Set in the environment as well, for worker threads.
const compiled = join(import.meta.dirname, "../../../node_modules/.cache/wordloom");
enableCompileCache(compiled);
process.env["NODE_COMPILE_CACHE"] ??= compiled;
configureStandardStreams();

const { runCommand } = await import("./cli/command-line.ts");
process.exitCode = await runCommand(process.argv.slice(2));
