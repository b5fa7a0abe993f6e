import * as contract from "@wordloom/contract";
import { endpointNames, schemasIn, type Endpoint } from "@wordloom/contract";
import { deviceHeaders } from "../content/telemetry-requests.ts";
import {
  isEndless,
  usualBody,
  usualPath,
  usualValues,
  type UsualValues,
} from "../content/usual-requests.ts";
import { heavyFields, heavyJson, type HeavyRequest } from "./heavy-bodies.ts";
import { heavyRequests } from "./heavy-requests.ts";
import type { HeavyService } from "./heavy-service.ts";
import type { RawRequest } from "./stall-meter.ts";

/** One request of the catalog; made when it is sent, because many are large. */
export interface CatalogEntry {
  readonly name: string;
  readonly endpoint: Endpoint;
  make(): RawRequest;
}

/** Longest query that fits into the headers of a request. */
const QUERY_MAX = 30_000;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
/** Calls after which the caller is signed out. */
const ENDS_SESSIONS: ReadonlySet<Endpoint> = new Set([contract.logout, contract.deleteMe]);

/** Not called by the administrator: all later calls would be refused. */
const ENDS_ADMIN_SESSIONS: ReadonlySet<Endpoint> = new Set([
  contract.logoutAdmin,
  contract.changeAdminPassword,
]);

/**
 * The worst legal and illegal input of every endpoint.
 *
 * @param share  1: every generated request goes to every endpoint; n: each endpoint gets every n-th
 *   of them, plus all of its legal ones
 */
export function heavyCatalog(service: HeavyService, share = 1): CatalogEntry[] {
  const { sessionId, bookId, deviceId, fixture } = service;
  const requests = heavyRequests({ sessionId, bookId, deviceId, wordIds: fixture.wordIds });
  const [wordId = ""] = fixture.wordIds;
  const usual: UsualValues = { ...usualValues, id: wordId, wordId, sessionId, ids: [wordId] };
  return [...endpointNames(contract)].flatMap(([endpoint, name], at) => {
    const legal = requests[name] ?? (takesInput(endpoint) ? [] : [{}]);
    const path = usualPath(endpoint, usual);
    const entry = (what: string, make: () => Omit<RawRequest, "method" | "headers">) => ({
      name: `${name}: ${what}`,
      endpoint,
      make: () => rawRequest(service, endpoint, make()),
    });
    const generated = [
      ...Object.entries(queriesOf(endpoint)).map(([what, query]) =>
        entry(what, () => ({ path: `${path}?${query}`, ...bodyOf(endpoint, usual) })),
      ),
      ...Object.entries(bodiesOf(endpoint, usual)).map(([what, body]) =>
        entry(what, () => ({ path, body: body() })),
      ),
    ];
    return [
      ...legal.map((request, n) => ({
        name: `${name}: legal ${n + 1}`,
        endpoint,
        make: () => legalRequest(service, endpoint, usual, request),
      })),
      ...generated.filter((_, n) => (n + at) % share === 0),
    ];
  });
}

/** Endpoints that take a body or a query but have no legal request in the catalog. */
export function missingEndpoints(service: HeavyService): string[] {
  const { sessionId, bookId, deviceId, fixture } = service;
  const requests = heavyRequests({ sessionId, bookId, deviceId, wordIds: fixture.wordIds });
  return [...endpointNames(contract)]
    .filter(([endpoint, name]) => takesInput(endpoint) && requests[name] === undefined)
    .map(([, name]) => name);
}

function takesInput({ body, query, bodyForm }: Endpoint): boolean {
  return body !== undefined || query !== undefined || bodyForm === "raw" || bodyForm === "stream";
}

function bodiesOf(endpoint: Endpoint, usual: UsualValues) {
  if (endpoint.body === undefined) return {};
  const bytes = endpoint.bodyMaxBytes ?? BODY_MAX_BYTES;
  return { ...heavyJson(bytes), ...heavyFields(endpoint, usual) };
}

function bodyOf(endpoint: Endpoint, usual: UsualValues) {
  const body = usualBody(endpoint, usual);
  return body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
}

function queriesOf({ query }: Endpoint): Record<string, string> {
  if (query === undefined) return {};
  const fields = [...schemasIn(query)].flatMap(({ path }) => (path.length === 1 ? path : []));
  const long = ["a", "a,", "%20", "1", "%F0%9F%98%80", "+a+"];
  const each = [...new Set(fields)].flatMap((field) =>
    long.map((part) => [
      `long ${field} of ${part}`,
      `${field}=${part.repeat(QUERY_MAX / part.length)}`,
    ]),
  );
  return {
    ...Object.fromEntries(each),
    "many parameters": "a=&".repeat(QUERY_MAX / 3),
    "different parameters": Array.from({ length: QUERY_MAX / 6 }, (_, n) => `${n}`).join("&"),
  };
}

function legalRequest(
  service: HeavyService,
  endpoint: Endpoint,
  usual: UsualValues,
  { params, query, body, bytes, headers }: HeavyRequest,
): RawRequest {
  const path = usualPath(endpoint, { ...usual, ...params });
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const sent = bytes?.() ?? text ?? bodyOf(endpoint, usual).body;
  return rawRequest(
    service,
    endpoint,
    { path: query === undefined ? path : `${path}?${query}`, ...(sent && { body: sent }) },
    headers,
  );
}

function rawRequest(
  service: HeavyService,
  endpoint: Endpoint,
  request: Omit<RawRequest, "method" | "headers">,
  headers: Readonly<Record<string, string>> = {},
): RawRequest {
  const own = { "x-device-id": service.deviceId };
  return {
    ...request,
    method: endpoint.method,
    headers: { ...deviceHeaders, ...own, ...credentials(service, endpoint), ...headers },
    ...(isEndless(endpoint) && { endless: true }),
  };
}

export function credentials(service: HeavyService, endpoint: Endpoint): Record<string, string> {
  const { access } = endpoint;
  if (access === "none" || ENDS_ADMIN_SESSIONS.has(endpoint)) return {};
  if (!access.startsWith("learner")) return { ...service.fixture.admin.headers };
  if (endpoint === contract.changeMyPassword) return { ...service.changing.headers };
  return { ...(ENDS_SESSIONS.has(endpoint) ? service.spare() : service.heavy).headers };
}
