import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import {
  badModels,
  openLocalModel,
  type LocalModel,
} from "@wordloom/testing/neighbors/local-model";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { reserve, settle } from "./llm-budget.ts";
import { askModel, embedTexts, readSpending, type LlmError } from "./llm.ts";

const QUESTION = { task: "Explain.", material: "a word", tokensMax: 1000, mock: "mocked" };
const FREE = { LLM_INPUT_PRICE_PER_MTOK_USD: "0", LLM_OUTPUT_PRICE_PER_MTOK_USD: "0" };
/** A thousand input tokens cost a dollar, and so do a hundred output tokens. */
const DEAR = { LLM_INPUT_PRICE_PER_MTOK_USD: "1000", LLM_OUTPUT_PRICE_PER_MTOK_USD: "10000" };
const WIDE = { LLM_DAILY_COST_CAP_USD: "1000", LLM_MAX_COST_PER_MONTH_YUAN: "10000" };

let model: LocalModel;
let library: LibraryNeeds;
beforeEach(async () => {
  [model, library] = await Promise.all([openLocalModel("an answer"), openLibraryNeeds()]);
});
afterEach(() => model.close());
afterAll(() => library.close());

const needs = (overrides: Record<string, string> = {}) => ({
  ...library,
  settings: testSettings({ ...model.settings, LLM_EMBEDDING_MODEL: "vectors", ...overrides }),
});

const usage = () => library.database.selectFrom("llm_usage").selectAll().orderBy("day").execute();
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: LlmError) => error.fault,
  );

describe("askModel", () => {
  it("sends a request of the protocol, with the key", async () => {
    const answer = await askModel(needs({ LLM_API_KEY: "key-1" }), QUESTION);
    expect(answer).toMatchObject({ text: "an answer", model: "small", tokensInput: 100 });
    expect(model.keys).toEqual(["Bearer key-1"]);
    expect(JSON.parse(model.asked[0] ?? "")).toMatchObject({
      model: "small",
      messages: [
        { role: "system", content: "Explain." },
        { role: "user", content: "a word" },
      ],
      max_tokens: 1000,
      temperature: 0,
    });
  });

  it("asks another model on request", async () => {
    const answer = await askModel(needs(), { ...QUESTION, model: "large" });
    expect(answer.model).toBe("large");
    expect(JSON.parse(model.asked[0] ?? "")).toMatchObject({ model: "large" });
  });

  it("also accepts the full URL of the endpoint", async () => {
    const url = `${model.settings["LLM_API_URL"]}/chat/completions/`;
    expect((await askModel(needs({ LLM_API_URL: url }), QUESTION)).text).toBe("an answer");
    expect(model.keys).toEqual([undefined]);
  });

  it("removes the model's thoughts", async () => {
    model.behave("<think>a {word}\n</think>\n so it is ");
    expect((await askModel(needs(), QUESTION)).text).toBe("so it is");
  });

  it("records the usage of each day", async () => {
    await askModel(needs({ ...DEAR, ...WIDE }), QUESTION);
    await askModel(needs({ ...DEAR, ...WIDE }), QUESTION);
    library.wait(24 * 3_600_000);
    await askModel(needs(FREE), QUESTION);
    const one = { tokens_input: 100, tokens_output: 50, reserved_usd: 0 };
    const [first, second] = await usage();
    expect(first).toMatchObject({ day: "2026-05-01", calls: 2, tokens_input: 200 });
    expect(first?.cost_usd).toBeCloseTo(1.2, 9);
    expect(first?.reserved_usd).toBe(0);
    expect(second).toMatchObject({ day: "2026-05-02", calls: 1, cost_usd: 0, ...one });
  });

  it("sends nothing if it is not enabled", async () => {
    expect(await faultOf(askModel(needs({ LLM_ENABLED: "false" }), QUESTION))).toBe("disabled");
    expect(model.asked).toEqual([]);
  });

  it("answers without a request with LLM_MOCK, free of charge", async () => {
    const mock = testSettings({ LLM_ENABLED: "true", LLM_MOCK: "true" });
    const answer = await askModel({ ...library, settings: mock }, QUESTION);
    expect(answer).toMatchObject({ text: "mocked", model: "mock", costUsd: 0 });
    expect(await usage()).toEqual([]);
  });

  it.each(Object.entries(badModels))(
    "fails without revealing secrets when the model %s",
    async (...[, behavior]) => {
      model.behave(behavior);
      const quick = needs({ LLM_TIMEOUT_SECS: "0.1", LLM_API_KEY: "key-1" });
      const error = await askModel(quick, QUESTION).catch((cause: unknown) => cause as LlmError);
      expect(error).toMatchObject({ name: "LlmError", fault: "failed" });
      expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain("key-1");
      expect((await usage())[0]).toMatchObject({ calls: 1, reserved_usd: 0 });
    },
  );

  it("charges the maximum for an unreadable answer, nothing for a refusal", async () => {
    model.behave(badModels["sends no JSON"] ?? "");
    await faultOf(askModel(needs(), QUESTION));
    const [{ cost_usd: paid } = { cost_usd: 0 }] = await usage();
    expect(paid).toBeGreaterThan(0.002);
    model.behave(badModels["answers 500"] ?? "");
    await faultOf(askModel(needs(), QUESTION));
    expect((await usage())[0]).toMatchObject({ calls: 2, cost_usd: paid });
  });

  it.each([
    [{ prompt_tokens: -5, completion_tokens: 1 }],
    [{ prompt_tokens: 1e300, completion_tokens: 1 }],
    [{ prompt_tokens: "many" }],
    [{ prompt_tokens: 100 }],
    [null],
    [undefined],
  ])("assumes four bytes per token instead of a usage of %j", async (told) => {
    const reply = { choices: [{ message: { content: "fine" } }], usage: told };
    model.behave((response) => void response.end(JSON.stringify(reply)));
    expect((await askModel(needs(), QUESTION)).text).toBe("fine");
    expect((await usage())[0]).toMatchObject({ tokens_input: 4, tokens_output: 1 });
  });
});

describe("the budget", () => {
  // A question costs at most 10.007 dollars, and then 0.6.
  const day = { ...DEAR, ...WIDE, LLM_DAILY_COST_CAP_USD: "10.7" };

  it("keeps the daily limit, however many calls run at once", async () => {
    const oneCall = needs({ ...DEAR, ...WIDE, LLM_DAILY_COST_CAP_USD: "10.1" });
    // The first calls of a day wait for each other anyway, because one of them creates its row.
    await askModel(needs(FREE), QUESTION);
    const many = Array.from({ length: 20 }, () => faultOf(askModel(oneCall, QUESTION)));
    const faults = await Promise.all(many);
    expect(faults.filter((fault) => fault === undefined).length).toBe(1);
    expect(faults.filter((fault) => fault === "budget").length).toBe(19);
    expect(model.asked).toHaveLength(2);
  });

  it("refuses calls when the daily limit is used up, until the next day", async () => {
    expect(await faultOf(askModel(needs(day), QUESTION))).toBeUndefined();
    expect(await faultOf(askModel(needs(day), QUESTION))).toBeUndefined();
    expect(await faultOf(askModel(needs(day), QUESTION))).toBe("budget");
    library.wait(24 * 3_600_000);
    expect(await faultOf(askModel(needs(day), QUESTION))).toBeUndefined();
  });

  it("also limits the month", async () => {
    const month = { ...DEAR, LLM_DAILY_COST_CAP_USD: "100", LLM_MAX_COST_PER_MONTH_YUAN: "75" };
    expect(await faultOf(askModel(needs(month), QUESTION))).toBeUndefined();
    library.wait(24 * 3_600_000);
    const error = await askModel(needs(month), QUESTION).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ fault: "budget", period: "month" });
    library.wait(30 * 24 * 3_600_000);
    expect(await faultOf(askModel(needs(month), QUESTION))).toBeUndefined();
  });

  it("uses the monthly limit set by administrators", async () => {
    const dear = needs({ ...DEAR, ...WIDE });
    const within = (monthCapYuan: number) => askModel(dear, { ...QUESTION, monthCapYuan });
    expect(await faultOf(within(73))).toBe("budget");
    expect(await faultOf(within(74))).toBeUndefined();
    expect(await faultOf(embedTexts(needs({ ...DEAR, ...WIDE }), ["sea"], 4.38))).toBe("budget");
  });

  it("reports the amount spent", async () => {
    await askModel(needs({ ...DEAR, ...WIDE }), QUESTION);
    library.wait(24 * 3_600_000);
    await askModel(needs({ ...DEAR, ...WIDE }), QUESTION);
    const spending = await readSpending(needs());
    expect(spending).toMatchObject({
      day: "2026-05-02",
      today: { tokens: { input: 100, output: 50 } },
    });
    expect(spending.today.costUsd).toBeCloseTo(0.6, 9);
    expect(spending.monthYuan).toBeCloseTo(1.2 * 7.3, 9);
    library.wait(30 * 24 * 3_600_000);
    expect(await readSpending(needs())).toMatchObject({ today: { costUsd: 0 }, monthYuan: 0 });
  });

  it("allows free calls", async () => {
    const free = { ...FREE, LLM_DAILY_COST_CAP_USD: "0" };
    expect(await faultOf(askModel(needs(free), QUESTION))).toBeUndefined();
    expect(await faultOf(askModel(needs({ LLM_DAILY_COST_CAP_USD: "0" }), QUESTION))).toBe(
      "budget",
    );
  });

  describe("reserved for a call whose process died", () => {
    const worst = { input: 100, output: 100 };
    const one = { ...DEAR, LLM_DAILY_COST_CAP_USD: "1.25", LLM_TIMEOUT_SECS: "30" };
    const booked = async () => (await usage())[0];
    const reserved = () => library.database.selectFrom("llm_reservations").select("day").execute();

    it("counts for twice the time limit, afterwards only for the sent tokens", async () => {
      await reserve(needs(one), worst);
      library.wait(59_999);
      expect(await faultOf(reserve(needs(one), worst))).toBe("budget");
      library.wait(1);
      expect(await faultOf(reserve(needs(one), worst))).toBeUndefined();
      expect(await booked()).toMatchObject({ calls: 1, tokens_input: 100, tokens_output: 0 });
      expect((await booked())?.cost_usd).toBeCloseTo(0.1, 9);
    });

    it("is booked once, however many processes find it", async () => {
      await reserve(needs(one), worst);
      library.wait(90_000);
      const many = Array.from({ length: 20 }, () => faultOf(reserve(needs(one), worst)));
      expect((await Promise.all(many)).filter((fault) => fault === undefined)).toHaveLength(1);
      expect(await booked()).toMatchObject({ calls: 1, tokens_input: 100 });
      expect(await reserved()).toHaveLength(1);
    });

    it("is booked at the real cost when the call ends after all", async () => {
      const own = needs({ ...one, LLM_DAILY_COST_CAP_USD: "9" });
      const late = await reserve(own, worst);
      library.wait(24 * 3_600_000);
      const next = await reserve(own, worst);
      await Promise.all([settle(own, late, { input: 40, output: 20 }), settle(own, next, worst)]);
      const [first, second] = await usage();
      expect(first).toMatchObject({ calls: 1, tokens_input: 40, tokens_output: 20 });
      expect(first?.cost_usd).toBeCloseTo(0.24, 9);
      expect(second).toMatchObject({ calls: 1, tokens_input: 100, tokens_output: 100 });
      expect(await reserved()).toEqual([]);
    });
  });
});

describe("embedTexts", () => {
  it("returns unit vectors in the order of the texts", async () => {
    const vectors = await embedTexts(needs(), ["sea sea", "fire", "none"]);
    expect(vectors.map((vector) => vector.map((value) => Math.round(value * 100) / 100))).toEqual([
      new Float32Array([1, 0, 0.05]),
      new Float32Array([0, 1, 0.1]),
      new Float32Array([0, 0, 1]),
    ]);
    expect((await usage())[0]).toMatchObject({ tokens_input: 30, tokens_output: 0 });
  });

  it("needs an embedding model", async () => {
    const without = needs({ LLM_EMBEDDING_MODEL: "" });
    expect(await faultOf(embedTexts(without, ["sea"]))).toBe("disabled");
  });

  it("is the same for the same text with LLM_MOCK", async () => {
    const [a, b, c] = await embedTexts(needs({ LLM_MOCK: "true" }), ["sea", "sea", "fire"]);
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
    expect(model.asked).toEqual([]);
  });

  it.each([
    ["a vector is missing", [{ index: 0, embedding: [1, 2] }]],
    [
      "they differ in length",
      [
        { index: 0, embedding: [1, 2] },
        { index: 1, embedding: [1] },
      ],
    ],
    [
      "one has no length",
      [
        { index: 0, embedding: [0, 0] },
        { index: 1, embedding: [1, 0] },
      ],
    ],
    [
      "they hold no numbers",
      [
        { index: 0, embedding: ["x"] },
        { index: 1, embedding: [1] },
      ],
    ],
    ["one is endless", [{ index: 0, embedding: Array(20_000).fill(1) }]],
  ])("fails when %s", async (_, data) => {
    model.behave((response) => void response.end(JSON.stringify({ data })));
    expect(await faultOf(embedTexts(needs(), ["sea", "fire"]))).toBe("failed");
  });
});
