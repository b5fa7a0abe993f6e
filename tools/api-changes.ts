/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [other: string]: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly security: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

/** An OpenAPI document in which every schema except those of errors is inlined. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Who sends the values: a change that is harmless in a reply may break a request. */
type Sender = "client" | "service";

/**
 * Breaking changes for clients written against `before`, one sentence each, in the order of the
 * document: a missing operation, field or format, a newly refused request, an unannounced value in
 * a reply. Tolerant clients ignore new operations, fields and optional parameters, so these are
 * fine.
 *
 * A new value in a reply breaks as much as a missing one: a client may handle every known value,
 * and wait for any of them.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      return now === undefined ? [`${at} is gone`] : ofOperation(at, old, now);
    }),
  );
}

function ofOperation(at: string, old: Operation, now: Operation): string[] {
  return [
    ...ofSecurity(at, old, now),
    ...ofParameters(at, old, now),
    ...ofBody(at, old, now),
    ...Object.entries(old.responses).flatMap(([status, reply]) => {
      const where = `${at}: reply ${status}`;
      const reply2 = now.responses[status];
      // An operation that no longer fails in some way breaks no client.
      if (reply2 === undefined) return Number(status) < 400 ? [`${where} is gone`] : [];
      return Number(status) < 400 ? ofContent(where, reply, reply2, "service") : [];
    }),
  ];
}

function ofSecurity(at: string, old: Operation, now: Operation): string[] {
  const ways = (one: Operation) => one.security.map((way) => JSON.stringify(way));
  if (now.security.length === 0) return [];
  if (old.security.length === 0) return [`${at}: needs a sign-in now`];
  const gone = ways(old).filter((way) => !ways(now).includes(way));
  return gone.map((way) => `${at}: cannot be signed in to by ${way} any more`);
}

function ofParameters(at: string, old: Operation, now: Operation): string[] {
  const key = ({ in: place, name }: Operation["parameters"][number]) => `${place} ${name}`;
  const known = new Map(old.parameters.map((one) => [key(one), one]));
  const present = new Set(now.parameters.map(key));
  const gone = [...known.keys()].filter((name) => !present.has(name));
  return [
    ...gone.map((name) => `${at}: ${name} is gone`),
    ...now.parameters.flatMap((one) => {
      const where = `${at}: ${key(one)}`;
      const before = known.get(key(one));
      if (one.required && before?.required !== true) return [`${where} is required now`];
      return before === undefined ? [] : ofSchema(where, before.schema, one.schema, "client");
    }),
  ];
}

function ofBody(at: string, old: Operation, now: Operation): string[] {
  const where = `${at}: body`;
  if (now.requestBody === undefined) return old.requestBody ? [`${where} is gone`] : [];
  const required = now.requestBody.required && old.requestBody?.required !== true;
  const first = required ? [`${where} is required now`] : [];
  if (old.requestBody === undefined) return first;
  return [...first, ...ofContent(where, old.requestBody, now.requestBody, "client")];
}

function ofContent(at: string, old: Content, now: Content, sender: Sender): string[] {
  return Object.entries(old.content ?? {}).flatMap(([type, { schema }]) => {
    const there = now.content?.[type];
    if (there === undefined) return [`${at}: ${type} is gone`];
    return ofSchema(at, schema ?? {}, there.schema ?? {}, sender);
  });
}

function ofSchema(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  const [a, b] = [alternatives(old), alternatives(now)];
  if (a.length === 1 && b.length === 1) return ofShape(at, a[0]!, b[0]!, sender);
  // Each alternative of the sender must fit one that the receiver knew.
  const [sent, known] = sender === "client" ? [a, b] : [b, a];
  const fits = (one: Schema, other: Schema) =>
    (sender === "client" ? ofShape("", one, other, sender) : ofShape("", other, one, sender))
      .length === 0;
  const news = sent.filter((one) => !known.some((other) => fits(one, other)));
  const word = sender === "client" ? "is not accepted any more" : "was not announced";
  return news.map((one) => `${at}: ${brief(one)} ${word}`);
}

/** `{ type: ["string", "null"] }` and `{ anyOf: [string, null] }` are the same. */
function alternatives(schema: Schema): Schema[] {
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.flatMap(alternatives);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

function ofShape(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  return [
    ...ofType(at, old, now, sender),
    ...ofValues(at, old, now, sender),
    ...ofLimits(at, old, now, sender),
    ...ofFields(at, old, now, sender),
    ...inner(at, old.items, now.items, "[]", sender),
    ...inner(at, entriesOf(old), entriesOf(now), ".*", sender),
  ];
}

function inner(
  at: string,
  old: Schema | undefined,
  now: Schema | undefined,
  name: string,
  sender: Sender,
): string[] {
  return old && now ? ofSchema(`${at}${name}`, old, now, sender) : [];
}

function entriesOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function ofType(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  if (old.type === now.type) return [];
  const [sent, known] = sender === "client" ? [old.type, now.type] : [now.type, old.type];
  if (known === undefined || (sent === "integer" && known === "number")) return [];
  return [`${at}: was ${String(old.type ?? "anything")}, is ${String(now.type ?? "anything")}`];
}

function ofValues(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  const [a, b] = [valuesOf(old), valuesOf(now)];
  const gone = a && b ? a.filter((value) => !b.includes(value)) : [];
  const added = a && b ? b.filter((value) => !a.includes(value)) : [];
  const lost = gone.map((value) => `${at}: the value ${value} is gone`);
  if (sender === "client") return a || !b ? lost : [`${at}: takes certain values only`];
  const open = a && !b ? [`${at}: is not limited to certain values any more`] : [];
  return [...lost, ...open, ...added.map((value) => `${at}: the value ${value} is new`)];
}

function valuesOf(schema: Schema): string[] | undefined {
  if ("const" in schema) return [JSON.stringify(schema.const)];
  return schema.enum?.map((value) => JSON.stringify(value));
}

const lowest = ["minimum", "exclusiveMinimum", "minLength", "minItems"] as const;
const highest = [
  ...(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const),
];

/** Only limits of requests count: clients rely on them, and no client checks those of replies. */
function ofLimits(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  if (sender === "service") return [];
  const of = (schema: Schema, name: string, none: number) => Number(schema[name] ?? none);
  const narrower = [
    ...lowest.filter((name) => of(now, name, -Infinity) > of(old, name, -Infinity)),
    ...highest.filter((name) => of(now, name, Infinity) < of(old, name, Infinity)),
  ];
  const pattern = now["pattern"] !== undefined && now["pattern"] !== old["pattern"];
  return [
    ...narrower.map((name) => `${at}: ${name} is narrower`),
    ...(pattern ? [`${at}: has another pattern`] : []),
  ];
}

function ofFields(at: string, old: Schema, now: Schema, sender: Sender): string[] {
  const [a, b] = [old.properties ?? {}, now.properties ?? {}];
  const gone = Object.keys(a).filter((name) => !(name in b));
  const [wasNeeded, isNeeded] = [new Set(old.required), new Set(now.required)];
  const needed = [...isNeeded].filter((name) => !wasNeeded.has(name));
  const absent = [...wasNeeded].filter((name) => name in b && !isNeeded.has(name));
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...(sender === "client" ? needed : []).map((name) => `${at}.${name} is required now`),
    ...(sender === "service" ? absent : []).map((name) => `${at}.${name} may be absent now`),
    ...Object.entries(a).flatMap(([name, field]) => inner(at, field, b[name], `.${name}`, sender)),
  ];
}

function brief(schema: Schema): string {
  return schema.const === undefined
    ? String(schema.type ?? "anything")
    : JSON.stringify(schema.const);
}
