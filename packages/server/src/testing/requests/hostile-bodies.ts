import { gzipSync } from "node:zlib";

const bodies: Readonly<Record<string, string | Buffer>> = {
  "10,000 arrays": "[".repeat(10_000) + "]".repeat(10_000),
  "10,000 objects": '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
  "10,000 open arrays": "[".repeat(10_000),
  "10 MB of text": `{"text":"${"a".repeat(10_000_000)}"}`,
  "10 MB of spaces": " ".repeat(10_000_000),
  "100,000 keys": `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  "a key twice": '{"email":"a@b.cd","email":5,"wordId":"a","wordId":[]}',
  "prototype keys": '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
  "a nested prototype": '{"records":[{"__proto__":null,"wordId":"__proto__"}]}',
  "toString as a text": '{"toString":"x","valueOf":1,"then":"y","length":-1}',
  "half a surrogate pair": '{"username":"\\ud800","text":"\\udc00","wordId":"\\ud83d"}',
  NUL: '{"username":"a\\u0000b","text":"\\u0000","wordId":"\\u0000"}',
  "raw NUL": Buffer.from([0x7b, 0x00, 0x7d]),
  "1e400": '{"responseTimeMs":1e400,"difficulty":-1e400,"page":1e400}',
  "a number of 10,000 digits": `{"responseTimeMs":${"9".repeat(10_000)}}`,
  "-0": '{"responseTimeMs":-0,"difficulty":-0}',
  NaN: '{"responseTimeMs":NaN}',
  "a byte order mark": '\uFEFF{"wordId":"a"}',
  "UTF-16": Buffer.from('{"wordId":"a"}', "utf16le"),
  "UTF-16 with its mark": Buffer.from('\uFEFF{"wordId":"a"}', "utf16le"),
  "broken UTF-8": Buffer.from([0x7b, 0x22, 0xc0, 0xae, 0x22, 0x3a, 0x31, 0x7d]),
  "a cut off text": '{"wordId":"a","isCorrect":tr',
  "a cut off escape": '{"wordId":"\\u00',
  gzip: gzipSync('{"wordId":"a"}'),
  "an array": "[]",
  "an array of nulls": "[null,null]",
  null: "null",
  "a number": "5",
  "a text": '"x"',
  true: "true",
  "nothing but a quote": '"',
  "arrays for everything": '{"email":[],"password":[],"wordId":[],"text":[],"ids":[[]]}',
  "objects for everything": '{"email":{},"password":{},"wordId":{},"text":{},"ids":{}}',
  "nulls for everything": '{"email":null,"password":null,"wordId":null,"text":null,"ids":null}',
  "a form": "email=a%40b.cd&password=x",
  XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  comments: '{/* a */"wordId":"a"}',
  "a trailing comma": '{"wordId":"a",}',
};

/**
 * Malformed or malicious bodies of kinds that have crashed servers. As bytes, because each is sent
 * to hundreds of endpoints, and the largest take long to encode.
 */
export const hostileBodies: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries(bodies).map(([name, body]) => [name, Buffer.from(body as string)]),
);
