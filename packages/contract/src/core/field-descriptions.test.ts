import { describe, expect, it } from "vitest";
import { Day, Timestamp } from "./common.ts";
import { documentWithNames } from "../testing/whole-document.ts";

/** A part of the document, whose shape is unknown. */
type Part = any;

interface Field {
  /** `Schema.field`, or `operation.body.field` for inline schemas. */
  readonly name: string;
  readonly description: string | undefined;
}

const document: Part = documentWithNames();

/** These descriptions say how a value is written, not what it means. */
const forms = [Timestamp.description, Day.description];

/** Words that carry no meaning in a description. */
const fillers = new Set(["a", "an", "its", "number", "of", "the", "this"]);

describe("every field of the OpenAPI document", () => {
  const fields = [...fieldsOf(document)];

  it("is found, including in arrays, dictionaries, unions and parameters", () => {
    const names = new Set(fields.map(({ name }) => name));
    expect(fields.length).toBeGreaterThan(3_000);
    expect([...names]).toEqual(
      expect.arrayContaining([
        "User.email",
        "WordPublicPage.data",
        "ProcessResult.explanation.factors[].impact",
        "TodayReason.params.answersNeeded",
        "AlgorithmTotals[].callCount",
        "listWords.query.page",
        "readWord.path.id",
        "submitRecord.202.clientRecordId",
        "readSession.200.success",
        "Error.message",
      ]),
    );
  });

  it("has a description with a meaning", () => {
    const lacking = fields.filter((field) => !hasMeaning(field)).map(({ name }) => name);
    expect(lacking).toEqual([]);
  });
});

describe("a description", () => {
  it.each([undefined, "", "ISO 8601, UTC", "yyyy-MM-dd", "The user id.", "User ID"])(
    "%j has no meaning for userId",
    (description) => {
      expect(hasMeaning({ name: "Thing.userId", description })).toBe(false);
    },
  );

  it("has a meaning if it says more than the name", () => {
    const description = "Id of the learner who wrote it.";
    expect(hasMeaning({ name: "Thing.userId", description })).toBe(true);
  });
});

/** Whether a description says more than the name of its field and the format of its value. */
function hasMeaning({ name, description = "" }: Field): boolean {
  if (forms.includes(description)) return false;
  const named = new Set(wordsOf(name.split(".").at(-1) ?? ""));
  return wordsOf(description).some((word) => !fillers.has(word) && !named.has(word));
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return apart.match(/[a-z0-9]+/g) ?? [];
}

function* fieldsOf({ paths, components }: Part): Generator<Field> {
  for (const [name, schema] of Object.entries(components.schemas)) yield* inSchema(name, schema);
  for (const [name, response] of Object.entries(components.responses)) {
    yield* inContent(name, response);
  }
  for (const operation of Object.values<Part>(paths).flatMap((path) => Object.values<Part>(path))) {
    const { operationId, parameters, requestBody, responses } = operation;
    for (const { in: place, name, schema, description } of parameters) {
      const at = `${operationId}.${place}.${name}`;
      yield { name: at, description: description ?? descriptionOf(schema) };
      yield* inSchema(at, schema);
    }
    yield* inContent(`${operationId}.body`, requestBody);
    for (const [status, response] of Object.entries(responses)) {
      yield* inContent(`${operationId}.${status}`, response);
    }
  }
}

function* inContent(name: string, holder: Part): Generator<Field> {
  for (const { schema } of Object.values<Part>(holder?.content ?? {})) {
    yield* inSchema(name, schema);
  }
}

/** The fields of a schema at any depth. */
function* inSchema(name: string, schema: Part): Generator<Field> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, field] of Object.entries<Part>(schema.properties ?? {})) {
    const at = `${name}.${key}`;
    yield { name: at, description: descriptionOf(field) };
    yield* inSchema(at, field);
  }
  for (const entries of [schema.items, schema.additionalProperties]) {
    yield* inSchema(`${name}[]`, entries);
  }
  for (const entry of schema.prefixItems ?? []) yield* inSchema(`${name}[]`, entry);
  for (const choice of choicesOf(schema)) yield* inSchema(name, choice);
}

/** The description of a field, of its only non-null type, or of the schema it refers to. */
function descriptionOf(schema: Part): string | undefined {
  if (schema.description !== undefined) return schema.description;
  if (schema.$ref !== undefined) {
    return descriptionOf(document.components.schemas[schema.$ref.split("/").at(-1)]);
  }
  const [only, ...others] = choicesOf(schema).filter(({ type }) => type !== "null");
  return only !== undefined && others.length === 0 ? descriptionOf(only) : undefined;
}

function choicesOf({ anyOf = [], oneOf = [], allOf = [] }: Part): Part[] {
  return [...anyOf, ...oneOf, ...allOf];
}
