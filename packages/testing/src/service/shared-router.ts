import { AsyncLocalStorage } from "node:async_hooks";
import {
  createHttpServer,
  type HttpServer,
  type Serve,
  type ServeUnknown,
} from "@wordloom/server/platform/http/server";

/** What one app serves, by method and path. */
interface Served {
  readonly routes: ReadonlyMap<string, Route>;
  readonly serveUnknown: ServeUnknown;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly serve: Serve;
}

const serving = new AsyncLocalStorage<Served>();
const routers = new Map<string, Promise<HttpServer>>();

/**
 * The server of an app that is tested without the network. Apps with the same routes share one
 * router per worker, which passes each request to its app: building a router for every endpoint
 * takes longer than most tests. An app that listens has its own server.
 */
export function createSharingServer(serveUnknown: ServeUnknown): HttpServer {
  const routes = new Map<string, Route>();
  const served: Served = { routes, serveUnknown };
  let own: HttpServer | undefined;
  let router: Promise<HttpServer> | undefined;
  const openOwn = () => (own ??= serverOf(served));
  return {
    route(method, path, serve) {
      routes.set(`${method} ${path}`, { method, path, serve });
    },
    listen: (address) => openOwn().listen(address),
    async inject(request) {
      if (own !== undefined) return own.inject(request);
      const { inject } = await (router ??= routerFor(routes));
      return serving.run(served, () => inject(request));
    },
    close: async (graceMs) => own?.close(graceMs),
  };
}

function serverOf({ routes, serveUnknown }: Served): HttpServer {
  const server = createHttpServer(serveUnknown);
  for (const { method, path, serve } of routes.values()) server.route(method, path, serve);
  return server;
}

function routerFor(routes: Served["routes"]): Promise<HttpServer> {
  const name = [...routes.keys()].join("\n");
  const router = routers.get(name) ?? openRouter(routes);
  routers.set(name, router);
  return router;
}

async function openRouter(routes: Served["routes"]): Promise<HttpServer> {
  const toApp = [...routes].map(([name, { method, path }]): [string, Route] => [
    name,
    {
      method,
      path,
      serve: (...call) =>
        serving
          .getStore()
          ?.routes.get(name)
          ?.serve(...call),
    },
  ]);
  const router = serverOf({
    routes: new Map(toApp),
    serveUnknown(raw, response, malformed) {
      const app = serving.getStore();
      if (app === undefined) response.end();
      else app.serveUnknown(raw, response, malformed);
    },
  });
  // The router is ready after its first request.
  await router.inject({ method: "GET", url: "/" });
  return router;
}
