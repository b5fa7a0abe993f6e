import { createHash } from "node:crypto";

/** Names of commands anywhere in a script, which may mean that it calls them. */
const COMMANDS = /\b(?:cmd|reload|clearCache|signOut)\b/;

/** Ways to disguise a name, or to run code that is not in the script. */
const HIDING = /\\[ux]|\b(?:eval|Function|constructor|import|atob|from(?:Char|Code)\w+)\b/;

/** Uses of the context other than its read-only parts. */
const WHOLE_CONTEXT =
  /\bctx\b(?!\s*(?:\?\s*)?\.\s*(?:nav|perf|time|storage|idb|app|logs|errors|net)\b)/;

/**
 * Whether a script may call commands. Errs on the side of yes: true for scripts that name a
 * command, disguise names, or use the context as a whole, e.g. by indexing it.
 */
export function mayCallCommands(script: string): boolean {
  return [COMMANDS, HIDING, WHOLE_CONTEXT].some((pattern) => pattern.test(script));
}

/** SHA-256 of the UTF-8 text, in hex. */
export function scriptHash(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
