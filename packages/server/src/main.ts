import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { tameStandardStreams } from "./cli/standard-streams.ts";

// Compiled once, kept beside the packages: the next start takes half the time and less memory.
// Where that place cannot be written, things merely stay as they are. Threads ask the environment.
const compiled = join(import.meta.dirname, "../../../node_modules/.cache/wordloom");
enableCompileCache(compiled);
process.env["NODE_COMPILE_CACHE"] ??= compiled;
tameStandardStreams();

const { runCommand } = await import("./cli/command-line.ts");
process.exitCode = await runCommand(process.argv.slice(2));
