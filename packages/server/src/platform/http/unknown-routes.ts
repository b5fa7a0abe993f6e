import type { Endpoint, Reply } from "@wordloom/contract";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../../deps.ts";
import { refuse } from "../basics/app-error.ts";
import { admitUnknown } from "./admission.ts";
import { openExchange, type Exchange, type ServerContext } from "./exchange.ts";
import { requireOneHost } from "./host-header.ts";
import { closesForMaintenance } from "./maintenance-gate.ts";
import { isApi } from "./rate-limits.ts";
import { sendError, sendMaintenance } from "./reply-errors.ts";
import { sendAnswer, sendEmpty } from "./reply-writer.ts";
import type { Answer, RequestFacts } from "./route.ts";

/** A request without an endpoint. */
export interface Unrouted {
  readonly method: string;
  /** Still encoded, relative to BASE_PATH, without the query. */
  readonly path: string;
  readonly request: RequestFacts;
}

export interface FallbackAnswer extends Answer {
  readonly reply: Reply;
  /** Names the request in metrics and logs; never contains what the caller sent. */
  readonly template?: string;
}

/** Handles paths that are not endpoints: the retired API, files, pages. */
interface Fallback {
  /** Fallbacks are asked in order; undefined passes the request on. */
  answer(request: Unrouted): FallbackAnswer | undefined;
  /** The methods it handles for this path; empty if it does not know the path. */
  methods?(path: string): readonly string[];
}

/** Exported by a feature; called once per app. */
export type FallbackModule = (deps: Deps) => Fallback;

/** The name of all other unrouted requests in metrics and logs. */
const TEMPLATE = "unmatched";

type Methods = (path: string) => readonly string[];

interface Routes {
  mounted(): readonly Endpoint[];
  readonly fallbacks: readonly Fallback[];
}

/** Distinguishes unknown paths from unsupported methods, and answers OPTIONS. */
export function createUnknownRoutes(context: ServerContext, { mounted, fallbacks }: Routes) {
  const base = context.deps.settings.BASE_PATH.replace(/\/$/, "");
  const noRoutes = { methodsOf: () => [], fallbacks: [] };
  let routes: KnownRoutes | undefined;
  return (raw: IncomingMessage, response: ServerResponse, malformed: boolean): void => {
    routes ??= { methodsOf: createMethodsOf(mounted(), fallbacks), fallbacks };
    const exchange = openExchange(context, raw, response, TEMPLATE);
    const path = pathBelow(base, raw.url ?? "");
    const isHere = path !== undefined && !malformed;
    if (path !== undefined && closesForMaintenance(path) && context.deps.maintenance.active) {
      return sendMaintenance(exchange);
    }
    void answerUnknown(exchange, path ?? "", isHere ? routes : noRoutes).catch((error) =>
      sendError(exchange, error),
    );
  };
}

interface KnownRoutes {
  readonly methodsOf: Methods;
  readonly fallbacks: readonly Fallback[];
}

async function answerUnknown(
  exchange: Exchange,
  path: string,
  { methodsOf, fallbacks }: KnownRoutes,
): Promise<void> {
  requireOneHost(exchange.raw);
  const method = exchange.raw.method ?? "GET";
  const isPreflight = method === "OPTIONS" && methodsOf(path).length > 0;
  // Browsers send preflights without a token, so counting them would use up the anonymous limit.
  if (isApi(path) && !isPreflight) await admitUnknown(exchange, path);
  for (const fallback of fallbacks) {
    const found = fallback.answer({ method, path, request: exchange.facts });
    if (found === undefined) continue;
    exchange.template = found.template ?? exchange.template;
    return sendAnswer(exchange, found.reply, found);
  }
  const methods = methodsOf(path);
  if (isPreflight) {
    return sendEmpty(exchange, 204, { headers: exchange.context.cors.preflight(methods) });
  }
  if (methods.length > 0) {
    refuse("METHOD_NOT_ALLOWED", undefined, { headers: { allow: methods.join(", ") } });
  }
  refuse("NOT_FOUND");
}

/** The path relative to BASE_PATH; undefined if it is outside. */
function pathBelow(base: string, url: string): string | undefined {
  const [path = ""] = url.split("?", 1);
  if (base === "") return path;
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}

/**
 * The methods of a path: of the templates it matches, those of the one with the fewest parameters.
 * `/export.csv` is not an id of `/:id`.
 */
function createMethodsOf(endpoints: readonly Endpoint[], fallbacks: readonly Fallback[]): Methods {
  const byTemplate = new Map<string, { pattern: RegExp; parameters: number; methods: string[] }>();
  for (const { method, path } of endpoints) {
    const parameters = path.split("/:").length - 1;
    const entry = byTemplate.get(path) ?? { pattern: patternOf(path), parameters, methods: [] };
    entry.methods.push(...(method === "GET" ? ["GET", "HEAD"] : [method]));
    byTemplate.set(path, entry);
  }
  const entries = [...byTemplate.values()].toSorted((a, b) => a.parameters - b.parameters);
  return (path) => {
    const found = entries.filter(({ pattern }) => pattern.test(path));
    const matching = found.filter(({ parameters }) => parameters === found[0]?.parameters);
    const methods = [
      ...matching.flatMap((entry) => entry.methods),
      ...fallbacks.flatMap((fallback) => fallback.methods?.(path) ?? []),
    ];
    return methods.length === 0 ? [] : [...new Set([...methods, "OPTIONS"])].toSorted();
  };
}

function patternOf(template: string): RegExp {
  const segments = template
    .split("/")
    .map((segment) =>
      segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${segments.join("/")}$`);
}
