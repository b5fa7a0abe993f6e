import { importsWorker } from "../../features/library/imports/imports.worker.ts";
import type { ScenarioApp } from "../app/scenarios.ts";

const never = new AbortController().signal;

/** A file of two words. */
export const LIST = "Wort;Englisch;Beispiel\ndas Haus;house;Das Haus ist alt.\nder Baum;tree;\n";

/** Sends a file and has it read. @returns the id of the import */
export async function ready(app: ScenarioApp, content = LIST, name = "Liste.csv"): Promise<string> {
  const path = `/api/imports?name=${encodeURIComponent(name)}`;
  const headers = { ...app.u1.headers, "content-type": "text/csv" };
  const reply = await app.send("POST", path, { body: Buffer.from(content), headers });
  await work(app);
  return reply.body.data.id as string;
}

/** Runs the worker that reads, imports and takes back. */
export const work = ({ deps }: ScenarioApp) => importsWorker.run(deps, never);

/** A call of the learner. */
export const post = (app: ScenarioApp, path: string, body: object = {}) =>
  app.send("POST", path, { body, headers: app.u1.headers });

/** Sends a file and imports it. @returns the id of the import */
export async function run(app: ScenarioApp, options: object = {}, content?: string) {
  const id = await ready(app, content);
  await post(app, `/api/imports/${id}/run`, options);
  await work(app);
  return id;
}

/** The import as its learner sees it. */
export const shown = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `/api/imports/${id}`, { headers: app.u1.headers })).body.data;

/** The own words, and the words of the own books. */
export async function stored({ deps: { database } }: ScenarioApp) {
  const words = await database
    .selectFrom("words")
    .select(["text", "meaning", "language", "owner_id"])
    .where("owner_id", "is not", null)
    .orderBy("seq")
    .execute();
  const books = await database
    .selectFrom("wordbooks")
    .leftJoin("wordbook_words", "wordbook_words.wordbook_id", "wordbooks.id")
    .leftJoin("words", "words.id", "wordbook_words.word_id")
    .select(["wordbooks.name", "words.text"])
    .where("wordbooks.type", "=", "user")
    .orderBy("wordbooks.created_at_ms")
    .orderBy("wordbook_words.position")
    .execute();
  return {
    words: words.map(({ text, meaning, language }) => [text, meaning, language]),
    books: books.map(({ name, text }) => [name, text]),
  };
}

/** The words of `LIST`. */
export const HOUSE_AND_TREE = [
  ["das Haus", "house", "de"],
  ["der Baum", "tree", "de"],
];
