import { settableLimits, type Endpoint, type SizeLimits } from "@wordloom/contract";
import { refuse } from "../basics/app-error.ts";
import type { Actor } from "../identity/actor.ts";
import { dropReads } from "../memory/kept-reads.ts";
import { createAdmit, type Admit } from "./admission.ts";
import {
  readBody,
  requirePlainFile,
  requireWithinLimit,
  streamBody,
  type BodyLimits,
} from "./body-reader.ts";
import { openExchange, type Exchange, type ServerContext } from "./exchange.ts";
import { requireOneHost } from "./host-header.ts";
import { createInputParser, parseQueryText, type InputParser } from "./input.ts";
import { MARKS_MAX, parseJson } from "./json-body.ts";
import { closesForMaintenance } from "./maintenance-gate.ts";
import { checkReply, promisedReply } from "./reply-check.ts";
import { sendError, sendMaintenance } from "./reply-errors.ts";
import { sendAnswer } from "./reply-writer.ts";
import { countAccount, settleCount } from "./returned-counts.ts";
import type { Answer, AnswerExtras, Call, Handler, Mount, MountOptions } from "./route.ts";
import type { HttpServer, Incoming, Serve } from "./server.ts";

/** An endpoint with everything that all its requests share. */
interface MountedEndpoint {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
  readonly options: MountOptions<Endpoint>;
  readonly closesForMaintenance: boolean;
  readonly admit: Admit;
  readonly body: BodyLimits;
  readonly query: InputParser | undefined;
  readonly json: InputParser | undefined;
  readonly marksMax: number;
}

const BODY_MAX_BYTES = 2 * 1024 * 1024;
const BODY_READ_MS = 30_000;
const UPLOAD_READ_MS = 120_000;

/**
 * Mounts endpoints of the contract.
 *
 * The stages of a request are: request id, maintenance, host, gates of the features, sign-in, rate
 * limit, the endpoint's `before` check, path, query, body, handler. A call over a limit that drops
 * instead of refusing ends after the body, so an invalid call is refused at any rate. If enabled,
 * the reply is checked against the contract before it is sent.
 */
export function createMount(
  context: ServerContext,
  server: Pick<HttpServer, "route">,
): { mount: Mount; mounted(): readonly Endpoint[] } {
  const endpoints = new Map<string, Endpoint>();
  const base = context.deps.settings.BASE_PATH.replace(/\/$/, "");
  return {
    mount(endpoint, handler, options = {}) {
      const name = `${endpoint.method} ${endpoint.path}`;
      if (endpoints.has(name)) throw new Error(`${name} is mounted twice`);
      endpoints.set(name, endpoint);
      // Prepared with its first request: most of the several hundred endpoints are not called soon.
      let mounted: MountedEndpoint | undefined;
      const prepare = () =>
        (mounted ??= prepareEndpoint(
          context,
          endpoint,
          handler as unknown as Handler<Endpoint>,
          options as unknown as MountOptions<Endpoint>,
        ));
      server.route(endpoint.method, base + endpoint.path, serveEndpoint(context, prepare));
    },
    mounted: () => [...endpoints.values()],
  };
}

function prepareEndpoint(
  context: ServerContext,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  options: MountOptions<Endpoint>,
): MountedEndpoint {
  const maxBytes = endpoint.bodyMaxBytes ?? BODY_MAX_BYTES;
  const { settings } = context.deps;
  const isUpload = endpoint.bodyForm === "raw" || maxBytes > BODY_MAX_BYTES;
  return {
    endpoint,
    handler,
    options,
    closesForMaintenance: closesForMaintenance(endpoint.path),
    admit: createAdmit(endpoint, context.gates),
    body: {
      maxBytes,
      tooLarge: endpoint.bodyTooLarge ?? "PAYLOAD_TOO_LARGE",
      timeoutMs: endpoint.bodyMaxMs ?? (isUpload ? UPLOAD_READ_MS : BODY_READ_MS),
    },
    query: endpoint.query && createInputParser(endpoint.query, endpoint.faults, settings),
    json: endpoint.body && createInputParser(endpoint.body, endpoint.faults, settings),
    marksMax: marksMaxOf(settings),
  };
}

/** A batch longer than the default has more values. */
function marksMaxOf({ LIMITS_MAX_BATCH_SIZE: max }: SizeLimits): number {
  return Math.ceil(MARKS_MAX * Math.max(1, max / settableLimits.LIMITS_MAX_BATCH_SIZE));
}

function serveEndpoint(context: ServerContext, prepare: () => MountedEndpoint): Serve {
  return (incoming, response) => {
    const mounted = prepare();
    const exchange = openExchange(context, incoming.raw, response, mounted.endpoint.path);
    if (mounted.closesForMaintenance && context.deps.maintenance.active) sendMaintenance(exchange);
    else void serve(exchange, mounted, incoming).catch((error) => sendError(exchange, error));
  };
}

async function serve(
  exchange: Exchange,
  mounted: MountedEndpoint,
  incoming: Incoming,
): Promise<void> {
  try {
    const given = await answerTo(exchange, mounted, incoming);
    if (exchange.returnable !== undefined) await settleCount(exchange, mounted.endpoint);
    send(exchange, mounted, given);
  } catch (error) {
    await settleCount(exchange, mounted.endpoint, error);
    throw error;
  }
}

async function answerTo(
  exchange: Exchange,
  mounted: MountedEndpoint,
  incoming: Incoming,
): Promise<Answer> {
  const { handler, options } = mounted;
  requireOneHost(incoming.raw);
  const { actor, droppedReply } = await mounted.admit(exchange);
  const excess = droppedReply === undefined ? undefined : answer(200, droppedReply);
  if (options.before !== undefined) {
    await options.before({ actor: actor as never, request: exchange.facts });
  }
  const params = requirePlain(incoming.params);
  const query = mounted.query?.parse(parseQueryText(String(incoming.query ?? "")));
  const body = await bodyOf(exchange, mounted);
  if (mounted.endpoint.countedBy !== undefined) {
    await countAccount(exchange, mounted.endpoint, { actor, body });
  }
  const call = { actor, params, query, body, request: exchange.facts, excess, answer };
  const isDropped = excess !== undefined && options.limitLast !== true;
  const given = isDropped ? excess : await handler(call as unknown as Call<Endpoint>);
  // Any request of a learner may change what the learner reads next.
  if (actor.kind === "learner" && mounted.endpoint.method !== "GET") {
    dropReads(exchange.context.deps, actor.id);
  }
  return namingAudit(actor, given);
}

/** Adds the number of the first audit entry made by the call. */
function namingAudit(actor: Actor, given: Answer): Answer {
  const [auditId] = (actor.kind === "admin" && actor.auditIds) || [];
  if (auditId === undefined) return given;
  const headers = { "X-Audit-Id": String(auditId), ...given.extras?.headers };
  return { ...given, extras: { ...given.extras, headers } };
}

function send(exchange: Exchange, { endpoint }: MountedEndpoint, given: Answer): void {
  const reply = promisedReply(endpoint, given);
  if (exchange.context.checkReplies) checkReply(endpoint, reply, given);
  sendAnswer(exchange, reply, given);
}

function answer(status: number, data: unknown, extras?: AnswerExtras): Answer {
  return extras === undefined ? { status, data } : { status, data, extras };
}

/** Ids are never empty and never contain NUL, which PostgreSQL would refuse in a query. */
function requirePlain(params: unknown): Readonly<Record<string, string>> {
  const values = params as Readonly<Record<string, string>>;
  for (const name in values) {
    const value = values[name];
    if (value === "" || value?.includes("\0")) refuse("NOT_FOUND");
  }
  return values;
}

async function bodyOf(
  { raw }: Exchange,
  { endpoint, body, json, marksMax }: MountedEndpoint,
): Promise<unknown> {
  if (endpoint.bodyForm === "raw") return readBody(raw, body);
  if (endpoint.bodyForm === "file") requirePlainFile(raw);
  if (endpoint.bodyForm === "stream" || endpoint.bodyForm === "file") return streamBody(raw, body);
  if (json === undefined) {
    requireWithinLimit(raw, body);
    return undefined;
  }
  const { anyText } = endpoint;
  const bytes = await readBody(raw, body);
  const { requireSizes: onTooMany } = json;
  return json.parse(parseJson(bytes, { anyText, marksMax, ...(onTooMany && { onTooMany }) }));
}
