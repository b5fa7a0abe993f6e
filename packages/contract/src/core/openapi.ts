import { z } from "zod";
import { type Access, type Endpoint, type Reply, scopeOf, type Stability } from "./endpoint.ts";
import { type ErrorCode, errors } from "./errors.ts";
import { jsonSchemaOf, printSchema, type SchemaNames } from "./json-schema.ts";
import { derivedErrors } from "./operation-errors.ts";
import { meaningOfParameter } from "./path-parameters.ts";
import type { SizeLimits } from "./sizes.ts";
import { isStable } from "./stable-operations.ts";

type Json = Record<string, unknown>;

/** Every endpoint among the exports of the contract. */
export function endpointsOf(exported: Readonly<Record<string, unknown>>): Endpoint[] {
  return Object.values(exported).filter(isEndpoint);
}

/** Export name of each endpoint, used as the operation id. */
export function endpointNames(
  exported: Readonly<Record<string, unknown>>,
): ReadonlyMap<Endpoint, string> {
  const named = Object.entries(exported).filter(([, value]) => isEndpoint(value));
  return new Map(named.map(([name, value]) => [value as Endpoint, name]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "access" in value && "replies" in value;
}

/** What an OpenAPI document contains besides the endpoints. */
export interface OpenApiFacts {
  readonly version: string;
  readonly basePath?: string;
  readonly limits?: SizeLimits;
  /** Schemas to name among the components; default: everything is printed inline. */
  readonly names?: SchemaNames;
  /** By operation id. */
  readonly examples?: Readonly<Record<string, OperationExample>>;
}

/** A successful exchange: what was sent, and the reply. */
export interface OperationExample {
  /** The path has its parameters and query filled in. */
  readonly request: { readonly path: string; readonly body?: unknown };
  readonly reply: { readonly status: number; readonly body: unknown };
}

/** Parts that operations refer to, by name. */
interface Components {
  readonly schemas: Record<string, Json>;
  readonly responses: Record<string, Json>;
}

/** Prints parts of an operation and keeps what they refer to. */
interface Printer extends Pick<OpenApiFacts, "limits" | "names"> {
  readonly components: Components;
  readonly example?: OperationExample;
}

/** One endpoint of an OpenAPI document. */
export interface OpenApiOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
  readonly components: Components;
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(
  endpoints: ReadonlyMap<Endpoint, string>,
  about: OpenApiFacts,
): Json & { openapi: string } {
  return openApiOf(
    [...endpoints].map(([spec, name]) => openApiOperation(spec, name, about)),
    about,
  );
}

/** The part of the document that takes long, for callers that cannot wait for all of it. */
export function openApiOperation(
  spec: Endpoint,
  name: string,
  { limits, names, examples }: OpenApiFacts,
): OpenApiOperation {
  const components: Components = { schemas: {}, responses: {} };
  const example = examples?.[name];
  const printer = {
    components,
    ...(limits && { limits }),
    ...(names && { names }),
    ...(example && { example }),
  };
  return {
    components,
    path: spec.path.replace(/:(\w+)/g, "{$1}"),
    method: spec.method.toLowerCase(),
    operation: operation(spec, name, printer),
  };
}

export function openApiOf(
  operations: readonly OpenApiOperation[],
  about: OpenApiFacts,
): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Error: errorSchema };
  const responses: Record<string, Json> = {};
  for (const { path, method, operation: one, components } of operations) {
    paths[path] = { ...paths[path], [method]: one };
    Object.assign(schemas, components.schemas);
    Object.assign(responses, components.responses);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Wordloom",
      version: about.version,
      license: { name: "MIT" },
      description: CONVENTIONS,
    },
    servers: [{ url: about.basePath ?? "/" }],
    paths: byName(paths),
    components: { securitySchemes, schemas: byName(schemas), responses: byName(responses) },
  };
}

/** Conventions that hold for every field of a kind and are not repeated at each. */
const CONVENTIONS =
  "Times (`date-time`) are ISO 8601 in UTC with milliseconds, such as " +
  "`2026-01-31T09:00:00.000Z`; days (`date`) are yyyy-MM-dd. Counts are whole numbers, 0 or " +
  "more. The length of a text is its number of Unicode code points. Null in an optional field " +
  "of a request is the same as omitting the field, unless the field says otherwise.";

function byName(named: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const securitySchemes = {
  learner: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  learnerCookie: { type: "apiKey", in: "cookie", name: "token" },
  admin: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
};

const errorSchema = {
  type: "object",
  required: ["success", "code", "message"],
  properties: {
    success: { const: false, description: "Always false; true marks a successful reply." },
    code: {
      type: "string",
      description:
        "Reason for the refusal, for programs: one of the codes listed for the response.",
    },
    message: {
      type: "string",
      description: "Reason for the refusal, for people, in English; the wording may change.",
    },
    traceId: {
      type: "string",
      description: "Id of the request, as in the X-Request-Id header and the service's log.",
    },
    faults: {
      type: "array",
      description: "All faults of a request that has several, if the service can list them.",
      items: {
        type: "object",
        required: ["rule"],
        properties: { rule: { type: "string", description: "Description of a valid value." } },
      },
    },
  },
};

const securityOf: Readonly<Record<Access, readonly Json[]>> = {
  none: [],
  learner: [{ learner: [] }, { learnerCookie: [] }],
  admin: [{ admin: [] }],
  super: [{ admin: [] }],
  learner_or_admin: [{ learner: [] }, { learnerCookie: [] }, { admin: [] }],
};

function operation(spec: Endpoint, operationId: string, printer: Printer): Json {
  return {
    operationId,
    summary: spec.summary,
    tags: [tagOf(spec.path)],
    "x-stability": stabilityOf(spec, operationId),
    ...scopeShown(spec),
    security: securityOf[spec.access],
    parameters: [
      ...pathParameters(spec.path, printer.example),
      ...queryParameters(spec.query, printer.example),
    ],
    ...requestBody(spec, printer),
    responses: { ...successes(spec, printer), ...failures(spec, printer) },
  };
}

function stabilityOf({ stability = "beta" }: Endpoint, operationId: string): Stability {
  return isStable(operationId) ? "stable" : stability;
}

function scopeShown(spec: Endpoint): Json {
  const scope = scopeOf(spec);
  return scope === undefined ? {} : { "x-scope": scope };
}

/** `/api/word-states/due/list` → `word-states`. */
function tagOf(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "api");
  return segments[0] === "admin" ? `admin ${segments[1] ?? ""}`.trim() : (segments[0] ?? "root");
}

function pathParameters(path: string, example: OperationExample | undefined): Json[] {
  const [bare = ""] = example?.request.path.split("?") ?? [];
  const values = bare.split("/");
  return path.split("/").flatMap((segment, place, segments) => {
    if (!segment.startsWith(":")) return [];
    const value = values[place];
    const name = segment.slice(1);
    const description = meaningOfParameter(segments[place - 1] ?? "", name);
    return {
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
      ...(description && { description }),
      ...(value && { example: decodeURIComponent(value) }),
    };
  });
}

function queryParameters(
  query: z.ZodType | undefined,
  example: OperationExample | undefined,
): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query);
  const shown = new URLSearchParams(example?.request.path.split("?")[1]);
  return Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const { description, ...schema } = field;
    return {
      name,
      in: "query",
      required: (required as string[]).includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(shown.has(name) && { example: toValue(shown.get(name) ?? "", schema) }),
    };
  });
}

/** A value from a URL, converted to the type of its schema. */
function toValue(text: string, { type }: Json): unknown {
  return type === "integer" || type === "number" ? Number(text) : text;
}

function requestBody({ body, bodyForm }: Endpoint, printer: Printer): Json {
  if (bodyForm === "raw" || bodyForm === "file") {
    return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  }
  if (bodyForm === "stream") {
    return { requestBody: { required: true, content: { "application/json": {} } } };
  }
  if (body === undefined) return {};
  const sent = printer.example?.request.body;
  const example = sent === undefined ? {} : { example: sent };
  const content = { "application/json": { schema: printed(body, printer), ...example } };
  return { requestBody: { required: !isOptional(body), content } };
}

/** Whether the body may be empty, which equals `{}`. */
function isOptional(body: z.ZodType): boolean {
  return body.safeParse({}).success;
}

function successes({ replies }: Endpoint, printer: Printer): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => [
      status,
      {
        description: Number(status) < 400 ? "Success." : "Not healthy.",
        ...contentOf(reply, printer, Number(status)),
      },
    ]),
  );
}

function contentOf(reply: Reply, printer: Printer, status: number): Json {
  if (reply.form === "stream") {
    const types = [reply.contentType, ...(reply.otherTypes ?? [])].filter((type) => type !== "");
    return types.length === 0
      ? {}
      : { content: Object.fromEntries(types.map((type) => [type, {}])) };
  }
  const data = printed(reply.schema, printer);
  const schema = reply.form === "bare" ? data : envelope(data);
  const shown = printer.example?.reply;
  const example = shown?.status === status ? { example: shown.body } : {};
  return { content: { "application/json": { schema, ...example } } };
}

function printed(schema: z.ZodType, { components, ...how }: Printer): Json {
  const { schema: one, named } = printSchema(schema, how);
  Object.assign(components.schemas, named);
  return one;
}

function envelope(data: Json): Json {
  const properties = {
    success: { const: true, description: "Always true; false marks an error." },
    data: { description: "What the operation replies.", ...data },
  };
  return { type: "object", required: ["success", "data"], properties };
}

/** One entry per status, with its possible error codes. */
function failures(spec: Endpoint, printer: Printer): Json {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of [...derivedErrors(spec), ...spec.errors]) {
    const { status } = errors[code];
    if (status in spec.replies) continue;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, failure([...codes].toSorted(), printer)]),
  );
}

const CODE_OF_STATUS = "Which of the reasons with this status it was.";

/** Named after its codes, because most operations fail for the same reasons. */
function failure(codes: readonly ErrorCode[], { components, names }: Printer): Json {
  const schema = {
    allOf: [
      { $ref: "#/components/schemas/Error" },
      { type: "object", properties: { code: { enum: codes, description: CODE_OF_STATUS } } },
    ],
  };
  const response = {
    description: codes.map((code) => `${code}: ${errors[code].message}`).join(" "),
    "x-codes": codes,
    content: { "application/json": { schema } },
  };
  if (names === undefined) return response;
  const name = codes.join(".");
  components.responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
}
