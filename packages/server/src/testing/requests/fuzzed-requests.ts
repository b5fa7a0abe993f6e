import type { Endpoint } from "@wordloom/contract";
import * as fc from "fast-check";
import {
  fieldsOf,
  usualBody,
  usualPath,
  type Json,
  type UsualValues,
} from "@wordloom/testing/content/usual-requests";

/** A typical request with a few mutations, without credentials. */
export interface FuzzedRequest {
  readonly path: string;
  readonly body?: string;
}

/**
 * Typical requests of an endpoint with values changed, removed and added. Most of them pass the
 * first checks and get to the code behind them.
 */
export function fuzzedRequests(
  endpoint: Endpoint,
  usual: UsualValues,
): fc.Arbitrary<FuzzedRequest> {
  const body = fc.array(oddity, { maxLength: 2 }).map((oddities) => {
    const value = oddities.reduce<unknown>(applyMutation, usualBody(endpoint, usual));
    return JSON.stringify(value);
  });
  const path = fc.record({
    params: fc.array(fc.option(fc.constantFrom(...oddTexts), { freq: 2 }), { minLength: 3 }),
    query: oddQuery(endpoint),
  });
  return fc.record({
    path: path.map(({ params, query }) => usualPath(endpoint, usual, params) + query),
    ...(endpoint.body && { body }),
  });
}

const LONG = "long ".repeat(20_000);
const DEEP = JSON.parse("[".repeat(60) + "]".repeat(60)) as unknown;

const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00a",
  "😀",
  "\u202eabc",
  "ﷺ",
  "İ",
  "ß",
  ...["' or 1=1 --", "'; drop table users; --", '" or ""="', "\\", "%", "_", "%_%"],
  "{}",
  "$1",
  "?",
  ...['"', '"a" NEAR "b"', "a* OR b*", "text:a", "-a", "(a", "a AND NOT b", "^a", "a & !b", "a:*"],
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "[object Object]",
  ...["0", "-1", "1e999", "9".repeat(400), "0x10", "1.5", "９", "2026-02-31", "+275760-09-13"],
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "${7*7}",
  "\r\nSet-Cookie: a=b",
  "http://127.0.0.1/",
  "http://[::1]/",
  "file:///etc/passwd",
  "http://a:b@c.de",
  "//x.yz",
  "a@b",
  "a@b.cd\u0000",
  "Zürich/Mitte",
  "Europe/Nowhere",
];

const oddValues = [
  ...oddTexts,
  ...[null, true, false, 0, -0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63],
  ...[[], [null], [[]], {}, { a: 1 }, { length: 1e9 }, { toJSON: 1 }, LONG, DEEP],
  Array.from({ length: 600 }, (_, n) => `id-${n}`),
  Array.from({ length: 3 }, () => "w1"),
];

interface Mutation {
  readonly where: number;
  readonly how: "change" | "remove" | "add";
  readonly value: unknown;
}

const oddity: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat({ max: 1_000 }),
  how: fc.constantFrom("change", "change", "change", "remove", "add"),
  value: fc.oneof(fc.constantFrom<unknown>(...oddValues), fc.jsonValue({ maxDepth: 2 })),
});

/** Changes one place of a value, selected by its index in a traversal. */
function applyMutation(value: unknown, { where, how, value: drawn }: Mutation): unknown {
  const places = placesOf(value);
  const place = places[where % (places.length + 1)];
  const odd = structuredClone(drawn);
  if (place === undefined) return how === "change" ? odd : value;
  const { holder, key } = place;
  if (how === "change") holder[key] = odd;
  else if (how === "add") holder["somethingElse"] = odd;
  else delete holder[key];
  return value;
}

function placesOf(value: unknown): { holder: Json; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Json;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}

function oddQuery({ query }: Endpoint): fc.Arbitrary<string> {
  if (query === undefined) return fc.constant("");
  const names = [...fieldsOf(query), "other"];
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...oddTexts));
  return fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`));
}
