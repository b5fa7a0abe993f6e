import { createHash } from "node:crypto";

/** The commands, wherever they are named: a script that names one may call it. */
const COMMANDS = /\b(?:cmd|reload|clearCache|signOut)\b/;

/** Ways to write a name so that it cannot be read here, or to run what is not written here. */
const HIDING = /\\[ux]|\b(?:eval|Function|constructor|import|atob|from(?:Char|Code)\w+)\b/;

/** The context, but for the parts of it that only tell something. */
const WHOLE_CONTEXT =
  /\bctx\b(?!\s*(?:\?\s*)?\.\s*(?:nav|perf|time|storage|idb|app|logs|errors|net)\b)/;

/**
 * Whether a script may call commands. Says yes when in doubt: to scripts that name a command, that
 * hide names, or that do anything with the context as a whole, such as indexing it.
 */
export function mayCallCommands(script: string): boolean {
  return [COMMANDS, HIDING, WHOLE_CONTEXT].some((sign) => sign.test(script));
}

/** SHA-256 of the UTF-8 text, in hex. */
export function scriptHash(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
