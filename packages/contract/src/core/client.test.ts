import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError, createClient, type FetchInit } from "./client.ts";
import { bare, endpoint, enveloped, stream } from "./endpoint.ts";

const base = { summary: "", access: "learner", errors: [] } as const;
const readThing = endpoint({
  ...base,
  method: "GET",
  path: "/api/things/:id",
  query: z.object({ page: z.number().optional(), search: z.string().optional() }),
  replies: { 200: enveloped(z.object({ name: z.string() })) },
});
const makeThing = endpoint({
  ...base,
  method: "POST",
  path: "/api/things",
  body: z.object({ name: z.string() }),
  replies: {
    201: enveloped(z.object({ id: z.string() })),
    202: bare(z.object({ later: z.boolean() })),
  },
});
const printThings = endpoint({
  ...base,
  method: "GET",
  path: "/things.txt",
  replies: { 200: stream("text/plain") },
});

interface Sent extends FetchInit {
  readonly url: string;
}

/** A client with a fixed reply, and the requests it sent. */
function clientWith(status: number, text: string, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const known: Record<string, string> = { "content-type": "application/json", ...headers };
  const client = createClient({
    baseUrl: "https://words.example/base/",
    token: () => "t0k",
    headers: { "x-app-version": "1.0.0" },
    fetch: async (url, init) => {
      sent.push({ ...init, url });
      return { status, headers: { get: (name) => known[name] ?? null }, text: async () => text };
    },
  });
  return { client, sent };
}

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error("no ApiError was thrown");
}

describe("call", () => {
  it("builds the address and leaves out undefined query parameters", async () => {
    const { client, sent } = clientWith(200, '{"success":true,"data":{"name":"a"}}');
    const query = { page: 2, search: undefined };
    const thing = await client.call(readThing, { params: { id: "a/b ?" }, query });
    expect(thing.name).toBe("a");
    expect(sent).toMatchObject([
      {
        url: "https://words.example/base/api/things/a%2Fb%20%3F?page=2",
        method: "GET",
        headers: { authorization: "Bearer t0k", "x-app-version": "1.0.0" },
      },
    ]);
    expect(sent[0]?.headers).not.toHaveProperty("content-type");
  });

  it("sends JSON and takes data out of its envelope", async () => {
    const { client, sent } = clientWith(201, '{"success":true,"data":{"id":"x"}}');
    expect(await client.call(makeThing, { body: { name: "词" } })).toEqual({ id: "x" });
    expect(sent[0]?.body).toBe('{"name":"词"}');
  });

  it("returns a bare reply unchanged", async () => {
    const { client } = clientWith(202, '{"later":true}');
    expect(await client.call(makeThing, { body: { name: "a" } })).toEqual({ later: true });
  });

  it("returns a non-JSON reply as text", async () => {
    const { client } = clientWith(200, "a\nb", { "content-type": "text/plain" });
    expect(await client.call(printThings)).toBe("a\nb");
  });

  it("throws an ApiError with the details of a refusal", async () => {
    const body = '{"success":false,"code":"RATE_LIMITED","message":"Wait.","traceId":"t1"}';
    const { client } = clientWith(429, body, { "retry-after": "12" });
    expect(await errorOf(client.call(makeThing, { body: { name: "a" } }))).toMatchObject({
      status: 429,
      code: "RATE_LIMITED",
      message: "Wait.",
      traceId: "t1",
      retryAfterSecs: 12,
    });
  });

  it.each<[string, number, string, string, string]>([
    ["a retired address", 410, '{"error":"GONE","message":"m"}', "application/json", "GONE"],
    ["a proxy's page", 502, "<html>", "text/html", "UNKNOWN"],
    ["half a reply", 200, '{"succ', "application/json", "UNREADABLE"],
  ])("throws for %s", async (_name, status, text, type, code) => {
    const { client } = clientWith(status, text, { "content-type": type });
    const error = await errorOf(client.call(makeThing, { body: { name: "a" } }));
    expect(error).toMatchObject({ status, code });
  });

  it("throws the same kind of error when the service is unreachable", async () => {
    const client = createClient({
      baseUrl: "https://words.example",
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    });
    const error = await errorOf(client.call(printThings));
    expect(error).toMatchObject({ status: 0, code: "UNREACHABLE", message: "fetch failed" });
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});
