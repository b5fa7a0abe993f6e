import { describe, expect, it } from "vitest";
import { z } from "zod";
import { paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { endpointNames, openApiDocument } from "./openapi.ts";
import { schemaNames } from "./schema-names.ts";
import { checkedByItself, list } from "./sizes.ts";
import { documentInPlace, documentWithNames } from "../testing/whole-document.ts";

const Color = z.enum(["red", "green"]);
const Thing = z.object({ id: z.string(), color: Color.describe("Its color.") });
const Draft = z.object({ color: Color }).meta({ id: "ThingDraft" });
const listThings = endpoint({
  method: "GET",
  path: "/api/things",
  summary: "Things.",
  access: "none",
  replies: { 200: enveloped(paged(Thing)) },
  errors: [],
});
const addThings = endpoint({
  method: "POST",
  path: "/api/things",
  summary: "Add things.",
  access: "none",
  body: z.object({ things: list(checkedByItself(Draft), { max: 5 }) }),
  replies: { 201: enveloped(z.array(Thing)) },
  errors: ["CONFLICT"],
});
const exported = { Color, Thing, listThings, addThings };

// `any`, because the tests access parts of the documents directly.
const documentOf = (all: Readonly<Record<string, unknown>>): any =>
  openApiDocument(endpointNames(all), { version: "v0", names: schemaNames(all) });
const small = documentOf(exported);
const whole = documentWithNames();

describe("named schemas", () => {
  const { schemas, responses } = small.components;
  const operations = small.paths["/api/things"];

  it("are printed once, under the name of their export, and referred to", () => {
    expect(schemas.Thing.properties.color).toEqual({
      $ref: "#/components/schemas/Color",
      description: "Its color.",
    });
    expect(operations.post.responses[201].content["application/json"].schema).toMatchObject({
      properties: { data: { items: { $ref: "#/components/schemas/Thing" } } },
    });
  });

  it("include pages and the entries checked separately", () => {
    expect(operations.get.responses[200].content["application/json"].schema).toMatchObject({
      properties: { data: { $ref: "#/components/schemas/ThingPage" } },
    });
    expect(schemas.ThingPage.properties.data.items).toEqual({ $ref: "#/components/schemas/Thing" });
    const { schema } = operations.post.requestBody.content["application/json"];
    expect(schema.properties.things.items).toEqual({ $ref: "#/components/schemas/ThingDraft" });
    expect(schemas.ThingDraft).toMatchObject({ required: ["color"] });
  });

  it("do not carry their name inside", () => {
    expect(JSON.stringify(schemas)).not.toContain('"id":"Thing');
  });

  it("include the failures, whose codes are listed", () => {
    expect(operations.post.responses[409]).toEqual({ $ref: "#/components/responses/CONFLICT" });
    expect(responses.CONFLICT).toMatchObject({
      "x-codes": ["CONFLICT"],
      content: {
        "application/json": {
          schema: { allOf: [{}, { properties: { code: { enum: ["CONFLICT"] } } }] },
        },
      },
    });
  });
});

describe("the whole contract", () => {
  it("prints no object in two operations", () => {
    const users = new Map<string, Set<string>>();
    for (const [name, part] of partsOf(whole)) {
      for (const text of objectsIn(part)) {
        users.set(text, (users.get(text) ?? new Set()).add(name));
      }
    }
    expect(users.size).toBeGreaterThan(100);
    const shared = [...users].filter(([, names]) => names.size > 1);
    expect(shared.map(([text, names]) => `${[...names].join(", ")}: ${text}`)).toEqual([]);
  });

  it("names the schemas that clients need", () => {
    expect(Object.keys(whole.components.schemas)).toEqual(
      expect.arrayContaining(["Error", "ProcessResult", "StudyConfig", "User", "Wordbook"]),
    );
  });

  it("has no dangling references and no unused components", () => {
    const found = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)];
    const there = ["schemas", "responses"].flatMap((kind) =>
      Object.keys(whole.components[kind]).map((name) => `${kind}/${name}`),
    );
    expect([...new Set(found.map(([, to]) => to))].toSorted()).toEqual(there.toSorted());
  });

  it("has less than two thirds of the size of the inline document", () => {
    const longer = JSON.stringify(documentInPlace()).length;
    expect(JSON.stringify(whole).length).toBeLessThan((longer * 2) / 3);
  });
});

/** Requests and replies of each operation, and the named schemas. */
function partsOf({ paths, components }: any): [string, unknown][] {
  const operations = Object.values<any>(paths).flatMap((path) => Object.values<any>(path));
  return [
    ...operations.map((one): [string, unknown] => [
      one.operationId,
      [one.requestBody, one.responses],
    ]),
    ...Object.entries<any>(components.schemas).map(([name, schema]): [string, unknown] => [
      `#${name}`,
      Object.values(schema),
    ]),
  ];
}

/** The objects with fields that are printed inline, without the envelopes. */
function objectsIn(value: any): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  const isObject = value.type === "object" && Object.keys(value.properties ?? {}).length > 0;
  return isObject && !("success" in value.properties) ? [JSON.stringify(value), ...inner] : inner;
}
