import { RecordDraft } from "@wordloom/contract";
import { createVerifier } from "fast-jwt";
import Fastify from "fastify";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/**
 * The reference for the service: plain Fastify, which verifies the same kind of token, parses the
 * same body with the same schema, and replies, without a database.
 */
const verify = createVerifier({ key: process.env["JWT_SECRET"] ?? "", algorithms: ["HS256"] });
const app = Fastify({ logger: false });

app.get("/health", () => ({ status: "ok" }));

app.get("/api/bench/hello", (request, reply) => {
  verify(String(request.headers.authorization).slice("Bearer ".length));
  return reply.send({ success: true, data: { dailyWordCount: 20 } });
});

app.post("/api/records", (request, reply) => {
  verify(String(request.headers.authorization).slice("Bearer ".length));
  const draft = RecordDraft.parse(request.body);
  reply.code(202);
  return reply.send({ accepted: true, async: true, clientRecordId: draft.clientRecordId });
});

/** Statements for the comparison of reads: prepared once, whole rows. */
const file = process.env["BENCH_DATABASE"];
const reads = JSON.parse(process.env["BENCH_READS"] ?? "[]") as {
  readonly text: string;
  readonly values: SQLInputValue[];
}[][];
const db = file === undefined ? undefined : new DatabaseSync(file, { readOnly: true });
const prepared = reads.map((statements) =>
  statements.flatMap(({ text, values }) => (db ? { query: db.prepare(text), values } : [])),
);

app.get<{ Params: { place: string } }>("/api/bench/reads/:place", (request, reply) => {
  verify(String(request.headers.authorization).slice("Bearer ".length));
  const statements = prepared[Number(request.params.place)] ?? [];
  const data = statements.map(({ query, values }) => query.all(...values));
  return reply.send({ success: true, data });
});

await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
