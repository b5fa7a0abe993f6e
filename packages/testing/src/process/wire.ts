import { Agent, request } from "node:http";

/** A request to a server process. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: any;
}

/** A client with persistent connections to one server. */
export interface Wire {
  /**
   * @throws Error if the connection was lost; whether the server processed the request is unknown
   */
  send(request: WireRequest): Promise<WireReply>;
  close(): void;
}

const ANSWER_MAX_MS = 30_000;

/** @param sockets  maximum number of connections; further requests wait */
export function createWire(url: string, sockets: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return {
    send: (wanted) => send(url, agent, wanted),
    close: () => agent.destroy(),
  };
}

function send(url: string, agent: Agent, wanted: WireRequest): Promise<WireReply> {
  const { method, path, body, token, headers = {} } = wanted;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>();
  const outgoing = request(`${url}${path}`, {
    method,
    agent,
    timeout: ANSWER_MAX_MS,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { "content-length": Buffer.byteLength(text) }),
      ...headers,
    },
  });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
  outgoing.on("error", reject);
  outgoing.on("response", (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", reject);
    incoming.on("aborted", () => reject(new Error("the reply was interrupted")));
    incoming.on("end", () => {
      const status = incoming.statusCode ?? 0;
      const reply = Buffer.concat(chunks).toString();
      resolve({ status, headers: incoming.headers, text: reply, json: asJson(reply) });
    });
  });
  outgoing.end(text);
  return promise;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
