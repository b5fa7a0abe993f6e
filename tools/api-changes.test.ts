import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { breakingChanges, type OpenApi, type Schema } from "./api-changes.ts";
import { brokenPromises, STABLE_API, stableApi, stableApiPage } from "./stable-api.ts";

const published = readFileSync(`${import.meta.dirname}/../${STABLE_API}`, "utf8");

describe("the stable interface", () => {
  it("breaks no client of the published document", () => {
    expect(brokenPromises()).toEqual([]);
  });

  it("matches the published file (npm run docs)", () => {
    expect(published).toBe(stableApiPage());
  });

  it("fails if one of its operations is missing", () => {
    const { "/api/records": _gone, ...paths } = stableApi().paths;
    expect(breakingChanges(JSON.parse(published) as OpenApi, { paths })).toEqual([
      "GET /api/records is gone",
      "POST /api/records is gone",
    ]);
  });
});

const text = { type: "string" };
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});

/** One operation with a request and a reply of these shapes. */
function api(sent: Schema, answered: Schema = text, rest: object = {}): OpenApi {
  const json = (schema: Schema) => ({ "application/json": { schema } });
  const operation = {
    security: [],
    parameters: [],
    requestBody: { required: false, content: json(sent) },
    responses: { 200: { content: json(answered) }, 409: {} },
    ...rest,
  };
  return { paths: { "/x": { post: operation } } };
}

type Row = readonly [title: string, before: Schema, after: Schema, changes: readonly string[]];

const union = (...anyOf: Schema[]): Schema => ({ anyOf });
const nothing = { type: "null" };

const ofReplies: readonly Row[] = [
  ["a new field", object({}), object({ a: text }, ["a"]), []],
  ["a field that is gone", object({ a: text }), object({}), [".a is gone"]],
  [
    "a field that may be absent",
    object({ a: text }, ["a"]),
    object({ a: text }),
    [".a may be absent now"],
  ],
  ["another type", text, { type: "number" }, [": was string, is number"]],
  ["whole numbers only", { type: "number" }, { type: "integer" }, []],
  ["fractions", { type: "integer" }, { type: "number" }, [": was integer, is number"]],
  ["a value that is gone", { enum: ["a", "b"] }, { enum: ["a"] }, [': the value "b" is gone']],
  ["a new value", { enum: ["a"] }, { enum: ["a", "b"] }, [': the value "b" is new']],
  ["any value", { enum: ["a"] }, {}, [": is not limited to certain values any more"]],
  ["null", text, union(text, nothing), [": null was not announced"]],
  ["no null any more", union(text, nothing), text, []],
  ["another spelling of null", union(text, nothing), { type: ["string", "null"] }, []],
  [
    "a field of the entries of a list",
    { type: "array", items: object({ a: text }) },
    { type: "array", items: object({}) },
    ["[].a is gone"],
  ],
  ["a description", text, { ...text, description: "New." }, []],
];

const ofRequests: readonly Row[] = [
  ["an optional field", object({}), object({ a: text }), []],
  ["a required field", object({}), object({ a: text }, ["a"]), [".a is required now"]],
  ["a field that is gone", object({ a: text }), object({}), [".a is gone"]],
  ["no null any more", union(text, nothing), text, [": null is not accepted any more"]],
  ["null", text, union(text, nothing), []],
  ["fractions", { type: "integer" }, { type: "number" }, []],
  ["whole numbers only", { type: "number" }, { type: "integer" }, [": was number, is integer"]],
  ["a new value", { enum: ["a"] }, { enum: ["a", "b"] }, []],
  ["certain values only", text, { ...text, enum: ["a"] }, [": takes certain values only"]],
  ["a lower maximum", { maxLength: 9 }, { maxLength: 8 }, [": maxLength is narrower"]],
  ["a first minimum", {}, { minItems: 1 }, [": minItems is narrower"]],
  ["a higher maximum", { maximum: 1 }, { maximum: 2 }, []],
  ["a pattern", text, { ...text, pattern: "a" }, [": has another pattern"]],
];

describe("breakingChanges", () => {
  it.each(ofReplies)("in replies: %s", (_, before, after, changes) => {
    const found = breakingChanges(api(text, before), api(text, after));
    expect(found).toEqual(changes.map((change) => `POST /x: reply 200${change}`));
  });

  it.each(ofRequests)("in requests: %s", (_, before, after, changes) => {
    const found = breakingChanges(api(before), api(after));
    expect(found).toEqual(changes.map((change) => `POST /x: body${change}`));
  });

  const q = (required: boolean) => ({
    parameters: [{ name: "q", in: "query", required, schema: text }],
  });
  const signedIn = { security: [{ learner: [] }] };

  it.each([
    ["a required parameter", {}, q(true), ["query q is required now"]],
    ["an optional parameter", {}, q(false), []],
    ["a parameter that is gone", q(false), {}, ["query q is gone"]],
    ["a sign-in", {}, signedIn, ["needs a sign-in now"]],
    ["no sign-in any more", signedIn, {}, []],
    [
      "a body that is required",
      {},
      { requestBody: { required: true } },
      ["body is required now", "body: application/json is gone"],
    ],
    ["a success that is gone", {}, { responses: {} }, ["reply 200 is gone"]],
  ])("of an operation: %s", (_, before, after, changes) => {
    const found = breakingChanges(api(text, text, before), api(text, text, after));
    expect(found).toEqual(changes.map((change) => `POST /x: ${change}`));
  });
});
