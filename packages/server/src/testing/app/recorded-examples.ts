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
/** Characters; larger ones would make up most of the document. */
const EXAMPLE_MAX = 8_000;
/** Shown in place of a password; itself a valid one. */
const PASSWORD_SHOWN = "Secret-1234";
/** Longer lists are cut to their first entries. */
const LIST_MAX = 4;
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
  if (name === undefined || isStream(name, exchange.status)) return;
  const { method, path, body, status, reply } = exchange;
  const request = { method, path, ...(isExample(body) && { body: shown(body) }) };
  mkdirSync(folder, { recursive: true });
  try {
    const text = JSON.stringify({ request, reply: { status, body: shown(reply) } });
    if (text.length > EXAMPLE_MAX) return;
    writeFileSync(`${folder}/${name}.json`, text, { flag: "wx" });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  }
}

/** Documents and files are not shown, even if they are JSON. */
function isStream(name: string, status: number): boolean {
  const spec = [...names].find(([, known]) => known === name)?.[0];
  return spec?.replies[status]?.form === "stream";
}

function isExample(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Buffer.isBuffer(body);
}

/** The operation id of a request; paths without parameters take precedence. */
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
    if (/password$/i.test(name)) return PASSWORD_SHOWN;
    return SECRET_NAME.test(name) || SECRET_FORM.test(value) ? "…" : value;
  }
  if (Array.isArray(value)) {
    const entries = value.length > LIST_MAX ? value.slice(0, ENTRIES_SHOWN) : value;
    return entries.map((one) => shown(one, name));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shown(one, key)]);
  // The properties of a JSON schema.
  const isLong = name === "properties" && entries.length > LIST_MAX;
  return Object.fromEntries(isLong ? entries.slice(0, ENTRIES_SHOWN) : entries);
}
