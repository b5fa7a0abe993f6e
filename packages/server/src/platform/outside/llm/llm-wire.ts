import http from "node:http";
import https from "node:https";
import { LlmError } from "./llm-error.ts";

/** Longer answers are rejected. */
const REPLY_MAX_BYTES = 1024 * 1024;

export interface LlmPost {
  readonly url: string;
  readonly key: string | undefined;
  readonly body: object;
  readonly timeoutMs: number;
}

/**
 * Sends one request and parses the JSON reply. The operator set the address, so it may be private.
 * The reply is not trusted: its size and time are limited, and redirects are not followed. A
 * pending request does not keep the process alive.
 *
 * @throws LlmError `failed`; its message never contains the key, the question or the answer
 */
export async function postJson(post: LlmPost): Promise<unknown> {
  const deadline = AbortSignal.timeout(post.timeoutMs);
  const response = await send(post, deadline);
  try {
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      throw new LlmError("failed", `the service answered ${status}`);
    }
    return parse(await readLimited(response));
  } finally {
    response.destroy();
  }
}

function send(post: LlmPost, deadline: AbortSignal): Promise<http.IncomingMessage> {
  const body = Buffer.from(JSON.stringify(post.body));
  const headers = {
    "content-type": "application/json",
    "content-length": String(body.length),
    accept: "application/json",
    "accept-encoding": "identity",
    ...(post.key !== undefined && { authorization: `Bearer ${post.key}` }),
  };
  return new Promise((resolve, reject) => {
    const client = post.url.startsWith("https:") ? https : http;
    const options = { method: "POST", headers, signal: deadline, agent: false } as const;
    const request = client.request(post.url, options, resolve);
    request.on("socket", (socket) => socket.unref());
    request.on("error", () => {
      const late = deadline.aborted;
      reject(late ? unusable("it took too long") : new LlmError("failed", "no connection"));
    });
    request.end(body);
  });
}

async function readLimited(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > REPLY_MAX_BYTES) throw unusable("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof LlmError
      ? error
      : unusable("the answer was interrupted or took too long");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable("the answer is not JSON");
  }
}

/** The service answered and may charge for it, but the answer is unusable. */
export function unusable(message: string): LlmError {
  return new LlmError("failed", message, { mayHaveCost: true });
}
