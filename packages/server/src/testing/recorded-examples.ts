import { mkdirSync, writeFileSync } from "node:fs";
import * as contract from "@wordloom/contract";

/** One successful exchange of an operation. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly reply: unknown;
}

const names = contract.endpointNames(contract);
const SECRET_NAME = /(token|secret|password|resetkey|apikey)$/i;
/** Tokens of learners and administrators, API keys. */
const SECRET_FORM = /^wlk_|^[\w-]+\.[\w-]+\.[\w-]{20,}$/;
/** Longer lists say nothing more. */
const ENTRIES_SHOWN = 2;

/**
 * Keeps the first successful exchange of each operation in a file named after it, in the folder
 * `API_EXAMPLES` of the environment; without it nothing is kept. See `tools/api-examples.ts`.
 */
export function recordExample(exchange: Exchange): void {
  const folder = process.env["API_EXAMPLES"];
  const isJson = typeof exchange.reply === "object" && exchange.reply !== null;
  if (folder === undefined || exchange.status >= 300 || !isJson) return;
  const name = operationOf(exchange);
  if (name === undefined) return;
  const { method, path, body, status, reply } = exchange;
  const request = { method, path, ...(isExample(body) && { body: shown(body) }) };
  mkdirSync(folder, { recursive: true });
  try {
    const text = JSON.stringify({ request, reply: { status, body: shown(reply) } });
    writeFileSync(`${folder}/${name}.json`, text, { flag: "wx" });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  }
}

function isExample(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Buffer.isBuffer(body);
}

/** The operation id of a request; a path without parameters goes before one with them. */
export function operationOf({ method, path }: Pick<Exchange, "method" | "path">) {
  const [bare = ""] = path.split("?");
  const fitting = [...names].filter(
    ([spec]) =>
      spec.method === method &&
      new RegExp(`^${spec.path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`).test(bare),
  );
  const exact = fitting.find(([spec]) => spec.path === bare) ?? fitting[0];
  return exact?.[1];
}

/** A value as an example: without secrets, and with the first entries of its lists. */
export function shown(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    return SECRET_NAME.test(name) || SECRET_FORM.test(value) ? "…" : value;
  }
  if (Array.isArray(value)) return value.slice(0, ENTRIES_SHOWN).map((one) => shown(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one, key)]));
}
