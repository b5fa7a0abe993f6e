import { LlmError } from "./llm-error.ts";

/** An answer that is longer is no answer. */
export const REPLY_MAX_BYTES = 1024 * 1024;

export interface LlmPost {
  readonly url: string;
  readonly key: string | undefined;
  readonly body: object;
  readonly timeoutMs: number;
}

/**
 * Sends one question and reads the JSON that comes back. The address is the operator's own, so it
 * may be private; what comes back is a stranger's, so its size and its time are limited.
 *
 * @throws LlmError `failed`; its message never holds the key, the question or the answer
 */
export async function postJson(post: LlmPost): Promise<unknown> {
  const deadline = AbortSignal.timeout(post.timeoutMs);
  const response = await fetch(post.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json",
      ...(post.key !== undefined && { authorization: `Bearer ${post.key}` }),
    },
    body: JSON.stringify(post.body),
    redirect: "error",
    signal: deadline,
  }).catch(() => {
    if (deadline.aborted) throw unusable("it took too long");
    throw new LlmError("failed", "no connection");
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new LlmError("failed", `the service answered ${response.status}`);
  }
  return parse(await readLimited(response));
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > REPLY_MAX_BYTES) throw unusable("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof LlmError ? error : unusable("the answer broke off or took too long");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable("the answer is no JSON");
  }
}

/** The service has done its work, though we cannot use it. */
export function unusable(message: string): LlmError {
  return new LlmError("failed", message, { mayHaveCost: true });
}
