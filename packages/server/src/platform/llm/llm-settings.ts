import type { Setting } from "../settings-table.ts";
import * as form from "../setting-forms.ts";

/** Any service that speaks OpenAI's protocol, near or far; nothing depends on there being one. */
export const llmSettings = {
  LLM_ENABLED: {
    form: form.flag,
    fallback: "false",
    about: "Ask a language model where it helps; needs LLM_API_URL and LLM_MODEL.",
  },
  LLM_MOCK: {
    form: form.flag,
    fallback: "false",
    about: "Answer in its place, always the same and at no cost; for trying things out.",
  },
  LLM_API_URL: {
    form: form.webUrl,
    about: "Address of the service up to and with /v1; it may stand in the own network.",
  },
  LLM_API_KEY: { form: form.text, secret: true, about: "Its key; a local one may need none." },
  LLM_MODEL: { form: form.text, about: "Name of the model for texts." },
  LLM_EMBEDDING_MODEL: {
    form: form.text,
    about: "Name of the model for search by meaning; empty searches by related words.",
  },
  LLM_TIMEOUT_SECS: {
    form: form.decimal(0.01, 3600),
    fallback: "60",
    about: "Longest wait for an answer.",
  },
  LLM_DAILY_COST_CAP_USD: {
    form: form.decimal(0, 100_000),
    fallback: "1.0",
    about: "Spent at most on one calendar day of APP_TIMEZONE.",
  },
  LLM_INPUT_PRICE_PER_MTOK_USD: {
    form: form.decimal(0, 100_000),
    fallback: "0.55",
    about: "Price of a million tokens sent; 0 for a model of one's own.",
  },
  LLM_OUTPUT_PRICE_PER_MTOK_USD: {
    form: form.decimal(0, 100_000),
    fallback: "2.19",
    about: "Price of a million tokens received.",
  },
  LLM_MAX_COST_PER_MONTH_YUAN: {
    form: form.decimal(1, 10_000),
    fallback: "100",
    about: "Spent at most in one calendar month.",
  },
  LLM_USD_TO_CNY_RATE: {
    form: form.decimal(0.01, 1000),
    fallback: "7.3",
    about: "Yuan for a dollar, for the monthly limit.",
  },
} as const satisfies Record<string, Setting>;
