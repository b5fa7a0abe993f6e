import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A raw request. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** Hang up after the head of the reply, which never ends. */
  readonly endless?: boolean;
}

/** The effect of some work of the service on others. */
interface Disturbance {
  /** Longest time of a `/health/live` meanwhile; Infinity if the server was gone. */
  readonly longestMs: number;
  /** Largest resident memory of the server meanwhile; NaN if the system does not report it. */
  readonly peakMiB: number;
  /** Growth of the peak over the resident memory before the work. */
  readonly growthMiB: number;
}

/** The effect of one request on others. */
export interface Stall extends Disturbance {
  /** Status of the reply; 0: there was none. */
  readonly status: number;
  /** Error code of the reply, if it has one; without a reply, the reason. */
  readonly code: string | undefined;
}

const PING_EVERY_MS = 1;
/** On a busy machine the largest import takes more than a minute. */
const REPLY_MAX_MS = 180_000;

/** Sends requests one at a time, while another connection asks for `/health/live`. */
export interface StallMeter {
  /** What the service's work disturbs until the promise settles. @throws the work's error */
  during<T>(work: () => Promise<T>): Promise<Disturbance & { readonly result: T }>;
  /** @param settleMs  how long to keep asking after the reply */
  measure(sent: RawRequest, settleMs?: number): Promise<Stall>;
  close(): void;
}

export function createStallMeter(url: string, pid: number): StallMeter {
  const live = new Agent({ keepAlive: true, maxSockets: 1 });
  const ping = async () => {
    const startedMs = performance.now();
    const { status } = await send(url, live, { method: "GET", path: "/health/live" });
    return status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY;
  };
  const during: StallMeter["during"] = async (work) => {
    resetPeak(pid);
    const beforeMiB = residentMiB(pid, "VmRSS");
    // The server may have closed the idle connection while a large request was being made.
    await ping();
    let longestMs = await ping();
    const settled = new AbortController();
    const asking = (async () => {
      while (!settled.signal.aborted) {
        longestMs = Math.max(longestMs, await ping());
        await pause(PING_EVERY_MS);
      }
    })();
    const result = await work().finally(() => settled.abort());
    await asking;
    const peakMiB = residentMiB(pid, "VmHWM");
    return { result, longestMs, peakMiB, growthMiB: Math.max(0, peakMiB - beforeMiB) };
  };
  return {
    during,
    async measure(sent, settleMs = 2) {
      const { result, ...disturbance } = await during(async () => {
        const reply = await send(url, false, sent);
        await pause(settleMs);
        return reply;
      });
      return { ...result, ...disturbance };
    },
    close() {
      live.destroy();
    },
  };
}

function send(
  url: string,
  agent: Agent | false,
  { method, path, headers, body, endless = false }: RawRequest,
): Promise<{ status: number; code: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { "content-length": body.byteLength };
  const outgoing = request(`${url}${path}`, {
    agent,
    method,
    timeout: REPLY_MAX_MS,
    headers: { ...length, ...headers },
  });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`no reply to ${method} ${path}`)));
  outgoing.on("error", reject);
  outgoing.on("response", resolve);
  outgoing.end(body);
  const read = async (incoming: IncomingMessage) => {
    const status = incoming.statusCode ?? 0;
    if (endless) outgoing.destroy();
    const text = endless ? "" : await beginning(incoming);
    return { status, code: /"code":"(\w+)"/.exec(text)?.[1] };
  };
  return promise.then(read).catch((error: unknown) => ({ status: 0, code: String(error) }));
}

/** Reads a reply and keeps its start. */
async function beginning(incoming: IncomingMessage): Promise<string> {
  let kept = "";
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (kept.length < 200) kept += chunk.toString("latin1", 0, 200);
  }
  return kept;
}

/** Resets the system's peak counter. */
function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Not Linux: there is no peak to read either.
  }
}

/** Resident memory: now, or its peak. */
function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const size = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status);
    return Number(size?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}
