import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";

/** What a learner's client has seen by the end of the tour. */
export interface Seen {
  readonly book: string;
  readonly word: string;
  readonly meaning: string;
  readonly recordId: string;
  readonly state: string | undefined;
  readonly attention: number;
  readonly refusal: string;
}

/**
 * The tour of the README with a client whose types are generated from the OpenAPI document: an
 * account, a book, a word, an answer and its result, and a refusal. There are no casts, so anything
 * that the document does not promise does not compile.
 */
export async function tour(baseUrl: string): Promise<Seen> {
  const api = createClient<paths>({ baseUrl });
  const registered = await api.POST("/api/auth/register", {
    body: { email: "ada@example.org", username: "Ada", password: "Lovelace1815" },
  });
  if (registered.data === undefined) throw new Error(registered.error.code);
  const { accessToken } = registered.data.data;
  api.use({
    onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${accessToken}`);
    },
  });

  const books = await api.GET("/api/wordbooks/system");
  const [book] = books.data?.data ?? [];
  if (book === undefined) throw new Error("there are no books");
  await api.PUT("/api/study-config", {
    body: { selectedWordbookIds: [book.id], dailyWordCount: 20 },
  });

  const studied = await api.GET("/api/learning/study-words");
  const [word] = studied.data?.data.words ?? [];
  if (word === undefined) throw new Error("there are no words");
  const answered = await api.POST("/api/records", {
    body: { wordId: word.id, isCorrect: true, responseTimeMs: 1800 },
  });
  if (answered.data === undefined) throw new Error(answered.error.code);
  const receipt = answered.data;
  const recordId = "accepted" in receipt ? receipt.clientRecordId : receipt.data.record.id;

  const state = await api.GET("/api/word-states/{wordId}", {
    params: { path: { wordId: word.id } },
  });
  const engine = await api.GET("/api/amas/state");
  if (engine.data === undefined) throw new Error(engine.error.code);

  const refused = await api.GET("/api/words/{id}", { params: { path: { id: "nothing" } } });
  if (refused.error === undefined) throw new Error("a word that is not there was found");
  return {
    book: book.name,
    word: word.text,
    meaning: word.meaning,
    recordId,
    state: state.data?.data.state,
    attention: engine.data.data.attention,
    refusal: refused.error.code,
  };
}
