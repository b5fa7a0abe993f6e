import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { priceUsd, reserve, settle, type Reservation, type TokenCounts } from "./llm-budget.ts";
import { LlmError } from "./llm-error.ts";
import { postJson, unusable } from "./llm-wire.ts";
import { mockEmbedding } from "./mock-model.ts";

export { LlmError, type LlmFault } from "./llm-error.ts";

export type LlmNeeds = Pick<Deps, "clock" | "database" | "settings">;

/** One question to the model. */
export interface Question {
  /** What the model is to do, in our words. */
  readonly task: string;
  /** What it is to do it with. Whoever wrote it may have tried to give the model orders. */
  readonly material: string;
  /** Room for the answer and for what the model thinks before it. */
  readonly tokensMax: number;
  /** The answer with LLM_MOCK. */
  readonly mock: string;
}

export interface ModelAnswer {
  readonly text: string;
  readonly model: string;
  readonly costUsd: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
}

/** Fewer bytes than this go into one token of any language we expect. */
const BYTES_PER_TOKEN_MIN = 2;
/** Beyond that a count of tokens is a fault of the service, not a price. */
const TOKENS_BELIEVED_MAX = 10_000_000;

const DIMENSIONS_MAX = 16_384;
/** More than are ever asked for at once; judged before any of them is looked at. */
const VECTORS_MAX = 1_000;

const Count = z.number().int().min(0).max(TOKENS_BELIEVED_MAX);
const Usage = z.object({ prompt_tokens: Count, completion_tokens: Count.default(0) });
const usage = Usage.optional().catch(undefined);

const Chat = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
  usage,
});

const Vector = z.array(z.number()).min(1).max(DIMENSIONS_MAX);

const Embeddings = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: Vector })).max(VECTORS_MAX),
  usage,
});

/** What a model thought aloud is not part of its answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/** Whether the operator wants a model asked. */
export function isLlmEnabled({ settings }: Pick<Deps, "settings">): boolean {
  return settings.LLM_ENABLED;
}

/** The model that turns texts into vectors, or undefined when there is none. */
export function embeddingModel({ settings }: Pick<Deps, "settings">): string | undefined {
  return settings.LLM_ENABLED ? settings.LLM_EMBEDDING_MODEL : undefined;
}

/**
 * Asks the model and keeps account of the cost. The answer is a stranger's: check it.
 *
 * @throws LlmError
 */
export async function askModel(needs: LlmNeeds, question: Question): Promise<ModelAnswer> {
  const { LLM_MODEL: model = "", LLM_MOCK } = needs.settings;
  if (!isLlmEnabled(needs)) throw new LlmError("disabled", "the language model is disabled");
  if (LLM_MOCK) return mockAnswer(question);

  const { task, material, tokensMax } = question;
  const body = {
    model,
    messages: [
      { role: "system", content: task },
      { role: "user", content: material },
    ],
    max_tokens: tokensMax,
    temperature: 0,
    stream: false,
  };
  const worst = { input: tokensAtMost(task + material), output: tokensMax };
  const { reply, tokens } = await charged(needs, worst, "chat/completions", body, Chat);
  const text = reply.choices[0].message.content.replace(THOUGHTS, "").trim();
  const [tokensInput, tokensOutput] = [tokens.input, tokens.output];
  return { text, model, costUsd: priceUsd(needs, tokens), tokensInput, tokensOutput };
}

/**
 * Vectors of the texts, in their order, each of length one.
 *
 * @param texts  a few: the vectors of all together must fit into one answer of 1 MB
 * @throws LlmError
 */
export async function embedTexts(
  needs: LlmNeeds,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const model = embeddingModel(needs);
  if (model === undefined) throw new LlmError("disabled", "no embedding model is configured");
  if (needs.settings.LLM_MOCK) return texts.map((text) => normalised(mockEmbedding(text)));

  const worst = { input: tokensAtMost(texts.join("")), output: 0 };
  const { reply } = await charged(needs, worst, "embeddings", { model, input: texts }, Embeddings);
  const vectors = texts.map((_, at) => reply.data.find(({ index }) => index === at)?.embedding);
  return vectors.map((vector) => {
    if (vector?.length !== vectors[0]?.length) {
      throw new LlmError("failed", "the reply lacks vectors");
    }
    return normalised(vector ?? []);
  });
}

/** Makes one call within the budget. What it cost is known or, failing that, thought to be much. */
async function charged<R extends { readonly usage?: z.output<typeof Usage> | undefined }>(
  needs: LlmNeeds,
  worst: TokenCounts,
  path: string,
  body: object,
  Reply: z.ZodType<R>,
): Promise<{ reply: R; tokens: TokenCounts }> {
  const reservation = await reserve(needs, worst);
  const fetched = await fetchReply(needs, reservation, worst, path, body);
  const parsed = Reply.safeParse(fetched);
  const used = parsed.data?.usage;
  const tokens = used ? { input: used.prompt_tokens, output: used.completion_tokens } : worst;
  await settle(needs, reservation, tokens);
  if (!parsed.success) throw unusable("the answer has an unexpected form");
  return { reply: parsed.data, tokens };
}

async function fetchReply(
  needs: LlmNeeds,
  reservation: Reservation,
  worst: TokenCounts,
  path: string,
  body: object,
): Promise<unknown> {
  const { LLM_API_URL = "", LLM_API_KEY, LLM_TIMEOUT_SECS } = needs.settings;
  try {
    return await postJson({
      url: `${LLM_API_URL.replace(/\/chat\/completions$/, "")}/${path}`,
      key: LLM_API_KEY,
      body,
      timeoutMs: LLM_TIMEOUT_SECS * 1000,
    });
  } catch (error) {
    const cost = error instanceof LlmError && error.mayHaveCost ? worst : { input: 0, output: 0 };
    await settle(needs, reservation, cost);
    throw error;
  }
}

function tokensAtMost(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN_MIN);
}

function mockAnswer({ mock }: Question): ModelAnswer {
  return { text: mock, model: "mock", costUsd: 0, tokensInput: 0, tokensOutput: 0 };
}

function normalised(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && length < Infinity)) throw new LlmError("failed", "a vector has length zero");
  return Float32Array.from(vector, (value) => value / length);
}
