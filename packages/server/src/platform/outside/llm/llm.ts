import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { priceUsd, reserve, settle, type Reservation, type TokenCounts } from "./llm-budget.ts";
import { LlmError } from "./llm-error.ts";
import { postJson, unusable } from "./llm-wire.ts";
import { mockEmbedding } from "./mock-model.ts";

export { readSpending } from "./llm-budget.ts";
export { LlmError } from "./llm-error.ts";

export type LlmNeeds = Pick<Deps, "clock" | "database" | "settings">;

/** One question to the model. */
export interface Question {
  /** The model's task, in our words. */
  readonly task: string;
  /** The input of the task. Its author may have tried to give the model orders. */
  readonly material: string;
  /** Maximum tokens for the answer and for the model's thinking before it. */
  readonly tokensMax: number;
  /** The answer with LLM_MOCK. */
  readonly mock: string;
  /** A model other than LLM_MODEL. */
  readonly model?: string | undefined;
  /** The monthly limit if administrators have changed it; default: the environment's. */
  readonly monthCapYuan?: number | undefined;
}

export interface ModelAnswer {
  readonly text: string;
  readonly model: string;
  readonly costUsd: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
}

/** A token of any language we expect has more bytes than this. */
const BYTES_PER_TOKEN_MIN = 2;
/** For calls whose usage the service does not report, or reports implausibly. */
const BYTES_PER_TOKEN = 4;
/** A larger token count is a fault of the service, not a price. */
const TOKENS_BELIEVED_MAX = 10_000_000;

const DIMENSIONS_MAX = 16_384;
/** More than are ever requested at once; checked before any vector is read. */
const VECTORS_MAX = 1_000;

const Count = z.number().int().min(0).max(TOKENS_BELIEVED_MAX);
const Usage = z.object({ prompt_tokens: Count, completion_tokens: Count });
/** Vectors use no output tokens, and some services omit the count. */
const UsageOfVectors = Usage.extend({ completion_tokens: Count.default(0) });

const Chat = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
  usage: Usage.optional().catch(undefined),
});

const Vector = z.array(z.number()).min(1).max(DIMENSIONS_MAX);

const Embeddings = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: Vector })).max(VECTORS_MAX),
  usage: UsageOfVectors.optional().catch(undefined),
});

/** A model's visible thinking is not part of its answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/** Whether the operator has enabled a model. */
export function isLlmEnabled({ settings }: Pick<Deps, "settings">): boolean {
  return settings.LLM_ENABLED;
}

/** Whether calls cost anything. */
export function isCharged(needs: Pick<Deps, "settings">): boolean {
  return !needs.settings.LLM_MOCK && priceUsd(needs, { input: 1, output: 1 }) > 0;
}

/** The model that turns texts into vectors, or undefined if there is none. */
export function embeddingModel({ settings }: Pick<Deps, "settings">): string | undefined {
  return settings.LLM_ENABLED ? settings.LLM_EMBEDDING_MODEL : undefined;
}

/**
 * Asks the model and books the cost. The answer comes from outside, so check it.
 *
 * @throws LlmError
 */
export async function askModel(needs: LlmNeeds, question: Question): Promise<ModelAnswer> {
  const { LLM_MODEL = "", LLM_MOCK } = needs.settings;
  if (!isLlmEnabled(needs)) throw new LlmError("disabled", "the language model is disabled");
  if (LLM_MOCK) return mockAnswer(question);

  const { task, material, tokensMax, model = LLM_MODEL } = question;
  const body = {
    model,
    messages: [
      { role: "system", content: task },
      { role: "user", content: material },
    ],
    max_tokens: tokensMax,
    temperature: 0,
  };
  const { reply, tokens } = await charged(needs, {
    path: "chat/completions",
    body,
    Reply: Chat,
    worst: { input: tokensAtMost(task + material), output: tokensMax },
    estimate: ({ choices: [{ message }] }) => ({
      input: tokensAbout(task + material),
      output: tokensAbout(message.content),
    }),
    monthCapYuan: question.monthCapYuan,
  });
  const text = reply.choices[0].message.content.replace(THOUGHTS, "").trim();
  const [tokensInput, tokensOutput] = [tokens.input, tokens.output];
  return { text, model, costUsd: priceUsd(needs, tokens), tokensInput, tokensOutput };
}

/**
 * Vectors of the texts, in the same order, each of length one.
 *
 * @param texts         a few: all vectors together must fit into one answer of 1 MB
 * @param monthCapYuan  the monthly limit if administrators have changed it
 * @throws LlmError
 */
export async function embedTexts(
  needs: LlmNeeds,
  texts: readonly string[],
  monthCapYuan?: number,
): Promise<Float32Array[]> {
  const model = embeddingModel(needs);
  if (model === undefined) throw new LlmError("disabled", "no embedding model is configured");
  if (needs.settings.LLM_MOCK) return texts.map((text) => normalized(mockEmbedding(text)));

  const { reply } = await charged(needs, {
    path: "embeddings",
    body: { model, input: texts },
    Reply: Embeddings,
    worst: { input: tokensAtMost(texts.join("")), output: 0 },
    estimate: () => ({ input: tokensAbout(texts.join("")), output: 0 }),
    monthCapYuan,
  });
  const vectors = texts.map((_, at) => reply.data.find(({ index }) => index === at)?.embedding);
  return vectors.map((vector) => {
    if (vector?.length !== vectors[0]?.length) {
      throw new LlmError("failed", "the reply lacks vectors");
    }
    return normalized(vector ?? []);
  });
}

/** One call and what it may cost. */
interface Call<R> {
  readonly path: string;
  readonly body: object;
  readonly Reply: z.ZodType<R>;
  /** The maximum, reserved before the call. */
  readonly worst: TokenCounts;
  /** Used if the service does not report the usage. */
  estimate(reply: R): TokenCounts;
  readonly monthCapYuan: number | undefined;
}

interface MeteredReply {
  readonly usage?: z.output<typeof Usage> | undefined;
}

/**
 * Makes one call within the budget, and books its cost, or the maximum if the cost is unreadable.
 */
async function charged<R extends MeteredReply>(
  needs: LlmNeeds,
  call: Call<R>,
): Promise<{ reply: R; tokens: TokenCounts }> {
  const reservation = await reserve(needs, call.worst, call.monthCapYuan);
  const parsed = call.Reply.safeParse(await fetchReply(needs, reservation, call));
  const tokens = parsed.success ? usedBy(call, parsed.data) : call.worst;
  await settle(needs, reservation, tokens);
  if (!parsed.success) throw unusable("the answer has an unexpected form");
  return { reply: parsed.data, tokens };
}

function usedBy<R extends MeteredReply>(call: Call<R>, reply: R): TokenCounts {
  const { usage: told } = reply;
  if (told === undefined) return call.estimate(reply);
  return { input: told.prompt_tokens, output: told.completion_tokens };
}

async function fetchReply<R>(
  needs: LlmNeeds,
  reservation: Reservation,
  { path, body, worst }: Call<R>,
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

function tokensAbout(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

function tokensAtMost(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN_MIN);
}

function mockAnswer({ mock }: Question): ModelAnswer {
  return { text: mock, model: "mock", costUsd: 0, tokensInput: 0, tokensOutput: 0 };
}

function normalized(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && length < Infinity)) throw new LlmError("failed", "a vector has length zero");
  return Float32Array.from(vector, (value) => value / length);
}
