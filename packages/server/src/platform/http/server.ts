import Fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createServeInOrder, type ServeInOrder } from "./serve-in-order.ts";

/** A routed request. */
export interface Incoming {
  readonly raw: IncomingMessage;
  /** Parts of the path, percent-decoded. */
  readonly params: unknown;
  /** The query string, still encoded. */
  readonly query: unknown;
}

export type Serve = (incoming: Incoming, response: ServerResponse) => void;

/** Serves requests without a route; `malformed` if the URL cannot be parsed. */
export type ServeUnknown = (
  raw: IncomingMessage,
  response: ServerResponse,
  malformed: boolean,
) => void;

export interface InjectedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly remoteAddress?: string;
}

export interface InjectedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as it was sent. */
  readonly bytes: Buffer;
}

/** The only module that uses Fastify. */
export interface HttpServer {
  route(method: string, path: string, serve: Serve): void;
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  /** Sends a request without the network. */
  inject(request: InjectedRequest): Promise<InjectedReply>;
  /**
   * Accepts no more connections, waits for requests in flight, then closes the remaining
   * connections.
   */
  close(graceMs: number): Promise<void>;
}

/** Maximum time for a client to send its headers; checked every second. */
const HEADERS_READ_MS = 14_000;
const CHECK_EVERY_MS = 1_000;
/** Maximum time for a whole request, the longest upload included; each body has its own limit. */
const REQUEST_READ_MS = 915_000;
/**
 * A client that neither reads nor writes for this long is disconnected. Node takes up to twice as
 * long, a minute, if the client stops in the middle of a reply.
 */
const STALLED_MS = 30_000;
/** Longer than the usual minute of proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
/** Maximum length of a path parameter; the longest valid one is a word id of 64 characters. */
const PARAM_LENGTH_MAX = 500;

/** Enough for a list of 500 word ids of 64 characters in the URL, with encoded commas. */
const HEADERS_MAX_BYTES = 36 * 1024;

export function createHttpServer(
  serveUnknown: ServeUnknown,
  { stalledMs = STALLED_MS }: { readonly stalledMs?: number } = {},
): HttpServer {
  const serveInOrder = createServeInOrder();
  const app = createFastify(serveUnknown, serveInOrder, stalledMs);
  skipDestroyed(app.server);
  return {
    route(method, path, serve) {
      // Requests are handled in the first hook, because Fastify would check Content-Type and parse
      // the body before sign-in.
      const onRequest = (request: FastifyRequest, reply: FastifyReply) => {
        reply.hijack();
        reply.raw.on("timeout", endIfStalled);
        serveInOrder(request.raw.socket, reply.raw, () => serve(request, reply.raw));
      };
      app.route({ method, url: path, onRequest, handler: neverReached });
    },
    async listen({ host, port }) {
      await app.listen({ host, port });
      const address = app.server.address();
      return { port: typeof address === "object" && address !== null ? address.port : port };
    },
    inject: (request) => inject(app, request),
    close: (graceMs) => close(app, graceMs),
  };
}

/** Node continues handing out requests from the same packet after their connection is closed. */
function skipDestroyed(server: Server): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}

function createFastify(
  serveUnknown: ServeUnknown,
  serveInOrder: ServeInOrder,
  stalledMs: number,
): FastifyInstance {
  const answerUnknown = ({ raw }: FastifyRequest, reply: FastifyReply, malformed: boolean) => {
    reply.hijack();
    serveInOrder(raw.socket, reply.raw, () => serveUnknown(raw, reply.raw, malformed));
  };
  const app = Fastify({
    logger: false,
    // Any error: the URL may be malformed or too long.
    frameworkErrors: (_error, request, reply) => {
      answerUnknown(request, reply, true);
    },
    clientErrorHandler: answerInvalidRequest,
    return503OnClosing: false,
    requestTimeout: REQUEST_READ_MS,
    connectionTimeout: stalledMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_READ_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: HEADERS_MAX_BYTES,
      // Otherwise Node would keep the first copy of a header that must be sent once, and we cannot
      // know which one counts.
      joinDuplicateHeaders: true,
    },
    // Routes have no schemas, but without these Fastify would load its schema compilers anyway.
    schemaController: {
      compilersFactory: { buildValidator: neverReached, buildSerializer: neverReached },
    },
    routerOptions: {
      maxParamLength: PARAM_LENGTH_MAX,
      querystringParser: asIs as unknown as (text: string) => Record<string, string>,
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    answerUnknown(request, reply, false);
  });
  return app;
}

/** Each endpoint parses its own query. */
function asIs(text: string): string {
  return text;
}

/** While we prepare a reply, such as a long import, the client has nothing to read or write. */
function endIfStalled(this: ServerResponse): void {
  if (!this.req.complete || this.headersSent) this.destroy();
}

function neverReached(): never {
  throw new Error("Fastify was to do what is done in the first hook");
}

async function inject(app: FastifyInstance, request: InjectedRequest): Promise<InjectedReply> {
  const { body, method, ...rest } = request;
  const reply = await app.inject({
    ...rest,
    method: method as "GET",
    ...(body !== undefined && { payload: body }),
  });
  return {
    status: reply.statusCode,
    headers: reply.headers as InjectedReply["headers"],
    text: reply.body,
    bytes: reply.rawPayload,
  };
}

async function close(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server } = app;
  // A connection whose last reply is sent after closing started would stay open until its timeout.
  const reaper = setInterval(() => server.closeIdleConnections(), 50);
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(reaper);
    clearTimeout(end);
  }
}

const INVALID_REQUEST_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Replies to invalid HTTP, or to requests that are too slow, without echoing any input. */
function answerInvalidRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = INVALID_REQUEST_STATUS[error.code ?? ""] ?? "400 Bad Request";
  const body = JSON.stringify({
    success: false,
    code: "INVALID_REQUEST_BODY",
    message: "This is not a valid HTTP request.",
  });
  const headers = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
