import type { Endpoint, Reply } from "@wordloom/contract";
import type { Answer } from "./route.ts";

type Named = Pick<Endpoint, "method" | "path" | "replies">;

/**
 * The reply definition of an endpoint for the status of an answer.
 *
 * @throws Error for a status that the contract does not list: a bug of the handler
 */
export function promisedReply(endpoint: Named, answer: Answer): Reply {
  const reply = endpoint.replies[answer.status];
  if (reply === undefined) throw new Error(`${nameOf(endpoint)} does not promise ${answer.status}`);
  return reply;
}

/**
 * Checks an answer against its schema: no missing fields, no wrong types, and no fields outside the
 * contract, since they might be confidential. Other content has one of the promised types.
 *
 * @throws Error naming the first difference
 */
export function checkReply(endpoint: Named, reply: Reply, answer: Answer): void {
  const where = `reply ${answer.status} of ${nameOf(endpoint)}`;
  if (reply.form === "stream") return checkType(reply, answer, where);
  const parsed = reply.schema.safeParse(answer.data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${where} breaks the contract at ${pathOf(issue?.path)}: ${issue?.message}`);
  }
  const surplus = surplusField(answer.data, parsed.data);
  if (surplus !== undefined) throw new Error(`${where} holds more than promised: ${surplus}`);
}

/** A type may be promised as `image/*`; parameters such as the charset do not count. */
function checkType(reply: Extract<Reply, { form: "stream" }>, answer: Answer, where: string): void {
  // Such a reply has no content.
  if (answer.status === 304) return;
  const headers = Object.entries(answer.extras?.headers ?? {});
  const [, sent = reply.contentType] =
    headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  const promised = [reply.contentType, ...(reply.otherTypes ?? [])].map(bareType);
  const type = bareType(sent);
  if (promised.includes(type) || promised.includes(type.replace(/\/.*/, "/*"))) return;
  throw new Error(`${where} is of a type that is not promised: ${type}`);
}

function bareType(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

function nameOf({ method, path }: Named): string {
  return `${method} ${path}`;
}

function pathOf(path: readonly PropertyKey[] | undefined): string {
  return path === undefined || path.length === 0 ? "its root" : path.map(String).join(".");
}

/** The path of a field that parsing dropped; built only if there is one. */
function surplusField(given: unknown, kept: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  if (typeof kept !== "object" || kept === null) return undefined;
  const held = given as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(held)) {
    const value = held[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(kept, key)) return key;
    const found = surplusField(value, (kept as Record<string, unknown>)[key]);
    if (found !== undefined) return `${key}.${found}`;
  }
  return undefined;
}
