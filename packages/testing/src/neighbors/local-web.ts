import http from "node:http";
import type { AddressInfo } from "node:net";

/** The reply for a path: JSON, text, bytes, or a handler. */
export type LocalPage = object | string | Uint8Array | ((response: http.ServerResponse) => void);

/** A local web server for tests that import from URLs. */
export interface LocalWeb {
  /** Without a slash at the end. */
  readonly url: string;
  /** Replies by path; can be changed at any time. Missing paths get 404. */
  readonly pages: Map<string, LocalPage>;
  /** `METHOD /path` in the order of arrival. */
  readonly requests: string[];
  /** Resolves once such a request has arrived. */
  arrived(request: string): Promise<void>;
  close(): Promise<void>;
}

export async function openLocalWeb(pages: Record<string, LocalPage> = {}): Promise<LocalWeb> {
  const served = new Map(Object.entries(pages));
  const requests: string[] = [];
  const arrivals = new EventTarget();
  const server = http.createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    arrivals.dispatchEvent(new Event(line));
    send(response, served.get(request.url ?? ""));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    pages: served,
    requests,
    arrived: (request) =>
      new Promise((resolve) => {
        if (requests.includes(request)) resolve();
        else arrivals.addEventListener(request, () => resolve(), { once: true });
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function send(response: http.ServerResponse, page: LocalPage | undefined): void {
  if (page === undefined) return void response.writeHead(404).end();
  if (typeof page === "function") return page(response);
  const isRaw = typeof page === "string" || page instanceof Uint8Array;
  response.end(isRaw ? page : JSON.stringify(page));
}
