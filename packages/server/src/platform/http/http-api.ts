import type { Endpoint } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Feature } from "../../feature.ts";
import type { Worker } from "../jobs/worker.ts";
import { createServerContext } from "./exchange.ts";
import { createMount } from "./mount.ts";
import type { RedisLink } from "../peers/redis-link.ts";
import { createMemoryStore, type RateLimitStore } from "./rate-limit-store.ts";
import { createRateLimits } from "./rate-limits.ts";
import { createHttpServer, type HttpServer, type ServeUnknown } from "./server.ts";
import { createSharedStore } from "./shared-rate-limit-store.ts";
import { createUnknownRoutes } from "./unknown-routes.ts";

/** The HTTP interface: the endpoints of all features behind one server. */
export interface HttpApi extends Omit<HttpServer, "route"> {
  mounted(): readonly Endpoint[];
}

export interface HttpApiOptions {
  readonly counters: RateLimitStore;
  readonly checkReplies: boolean;
  readonly createServer?: ((serveUnknown: ServeUnknown) => HttpServer) | undefined;
}

export function createHttpApi(
  deps: Deps,
  features: readonly Feature[],
  options: HttpApiOptions,
): HttpApi {
  const { createServer = createHttpServer } = options;
  const limits = createRateLimits(deps, options.counters);
  const gates = features.flatMap((feature) => feature.gates ?? []).map((make) => make(deps));
  const context = createServerContext({ deps, limits, gates, checkReplies: options.checkReplies });
  const fallbacks = features
    .flatMap((feature) => feature.fallbacks ?? [])
    .map((make) => make(deps));
  const server = createServer((raw, response, malformed) => serveUnknown(raw, response, malformed));
  const { mount, mounted } = createMount(context, server);
  const serveUnknown = createUnknownRoutes(context, { mounted, fallbacks });
  for (const { routes = [] } of features) for (const module of routes) module(mount, deps);
  return {
    ...server,
    mounted,
    close(graceMs) {
      for (const response of context.live) response.end();
      return server.close(graceMs);
    },
  };
}

const SWEEP_EVERY_MS = 300_000;

type CounterNeeds = Pick<Deps, "clock"> & { readonly link?: RedisLink | undefined };

/** The rate-limit counters, and the worker that removes expired ones. */
export function createCounters({ clock, link }: CounterNeeds): {
  counters: RateLimitStore;
  worker: Worker;
} {
  const local = createMemoryStore(clock);
  const counters = link === undefined ? local : createSharedStore({ clock, link }, local);
  const worker: Worker = {
    name: "rate_limit_cleanup",
    schedule: { everyMs: SWEEP_EVERY_MS },
    everywhere: true,
    run: async () => void counters.sweep(),
  };
  return { counters, worker };
}
