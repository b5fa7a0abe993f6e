import type http from "node:http";
import { text } from "node:stream/consumers";
import { openLocalWeb } from "./local-web.ts";

/** How the model answers: with a text, or by a handler. */
export type ModelBehavior = string | ((response: http.ServerResponse) => void);

/** A local service with the protocol of language models. */
export interface LocalModel {
  /** Settings that connect the service to the model. */
  readonly settings: Readonly<Record<string, string>>;
  /** Bodies of the requests so far, as text. */
  readonly asked: string[];
  /** Values of the authorization header so far. */
  readonly keys: (string | undefined)[];
  /** Sets the behavior from now on. */
  behave(behavior: ModelBehavior): void;
  close(): Promise<void>;
}

/** The token counts in every reply. */
const MODEL_USAGE = { prompt_tokens: 100, completion_tokens: 50 };

/** Embeddings are [occurrences of "sea", occurrences of "fire", 0.1] of each text. */
export async function openLocalModel(first: ModelBehavior = "{}"): Promise<LocalModel> {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  let behavior = first;
  const answer = (reply: (body: string) => object) => (response: http.ServerResponse) => {
    keys.push(response.req.headers.authorization);
    void text(response.req).then((body) => {
      asked.push(body);
      if (typeof behavior === "function") behavior(response);
      else response.end(JSON.stringify(reply(body)));
    });
  };
  const web = await openLocalWeb({
    "/v1/chat/completions": answer(() => ({
      choices: [{ message: { role: "assistant", content: behavior } }],
      usage: MODEL_USAGE,
    })),
    "/v1/embeddings": answer(embeddingsOf),
  });
  return {
    settings: { LLM_ENABLED: "true", LLM_API_URL: `${web.url}/v1`, LLM_MODEL: "small" },
    asked,
    keys,
    behave: (next) => void (behavior = next),
    close: web.close,
  };
}

function embeddingsOf(body: string): object {
  const { input } = JSON.parse(body) as { input: string[] };
  const count = (line: string, word: string) => line.split(word).length - 1;
  const data = input.map((line, index) => ({
    index,
    embedding: [count(line, "sea"), count(line, "fire"), 0.1],
  }));
  return { data: data.toReversed(), usage: { prompt_tokens: 10 * input.length } };
}

/** Failures of the model, each of which must cost no more than the answer. */
export const badModels: Readonly<Record<string, ModelBehavior>> = {
  "does not answer": () => undefined,
  "sends 10 MB": (response) => void response.end(`{"a":"${"x".repeat(10 * 1024 * 1024)}"}`),
  "never ends its answer": (response) => {
    response.write('{"choices":[');
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  "sends no JSON": (response) => void response.end("<html>welcome</html>"),
  "sends another format": (response) => void response.end('{"choices":[]}'),
  "closes the connection": (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"choices":[');
    setImmediate(() => response.destroy());
  },
  "answers 500": (response) => void response.writeHead(500).end("{}"),
  redirects: (response) => void response.writeHead(307, { location: "/else" }).end(),
};
