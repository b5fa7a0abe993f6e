import { setTimeout as pause } from "node:timers/promises";
import type { Import } from "@wordloom/contract";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { hashed } from "./city-names.ts";

const LOOK_EVERY_MS = 20;

/** Sends a request about imports. @throws Error with the refusal */
export type AskImports = (
  method: "GET" | "POST",
  path: string,
  body?: Buffer | object,
) => Promise<Import>;

/** Requests of this learner. */
export function askingImports(url: string, { headers }: Pick<TestAccount, "headers">): AskImports {
  return async (method, path, body) => {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? "application/octet-stream" : "application/json";
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
    const { data } = JSON.parse(text) as { readonly data: Import };
    return data;
  };
}

/** The import, once it has reached this state. @throws Error if it failed */
export async function settledImport(
  ask: AskImports,
  id: string,
  state: Import["state"],
): Promise<Import> {
  for (;;) {
    const current = await ask("GET", `/api/imports/${id}`);
    if (current.state === state) return current;
    if (current.state === "failed") throw new Error(`the import failed: ${current.error?.message}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** German nouns with articles, plurals and examples, as a learner keeps them. */
export function learnerList(lines: number): string {
  const articles = ["der", "die", "das"];
  const rows = Array.from({ length: lines }, (_, at) => {
    const noun = nounOf(at);
    const article = articles[hashed(at, 3) % articles.length];
    const meaning = `meaning of ${noun.toLowerCase()} ${at}`;
    return `${article} ${noun};${meaning};"${noun}e, die";Hier steht ${noun}.`;
  });
  return ["Deutsch;Englisch;Plural;Beispiel", ...rows].join("\r\n");
}

const SYLLABLES =
  "ab bel dor eck fal gan hü jun kra lei mor nöt pra quo ros stä tun ür wal zim".split(" ");

/** A noun that differs for each number. */
export function nounOf(at: number): string {
  let [noun, rest] = ["", at + 8_000];
  while (rest > 0) {
    noun += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
