import * as types from "./setting-types.ts";

/** Optional: any service with OpenAI's protocol, local or remote. */
export const llmSettings = {
  LLM_ENABLED: {
    type: types.flag,
    fallback: "false",
    about: "Use a language model; needs LLM_API_URL and LLM_MODEL.",
  },
  LLM_MOCK: {
    type: types.flag,
    fallback: "false",
    about: "Return fixed answers instead of calling a model, for trying things out.",
  },
  LLM_API_URL: {
    type: types.webUrl,
    about: "Base URL of the API, ending in /v1; it may be in the local network.",
  },
  LLM_API_KEY: { type: types.text, secret: true, about: "API key; a local service may need none." },
  LLM_MODEL: { type: types.text, about: "Name of the text model." },
  LLM_EMBEDDING_MODEL: {
    type: types.text,
    about: "Name of the embedding model for search by meaning; if empty, related words are used.",
  },
  LLM_TIMEOUT_SECS: {
    type: types.decimal(0.01, 3600),
    fallback: "60",
    about: "Maximum time to wait for an answer.",
  },
  LLM_DAILY_COST_CAP_USD: {
    type: types.decimal(0, 100_000),
    fallback: "1.0",
    about: "Maximum spending per calendar day in APP_TIMEZONE.",
  },
  LLM_INPUT_PRICE_PER_MTOK_USD: {
    type: types.decimal(0, 100_000),
    fallback: "0.55",
    about: "Price per million input tokens; 0 for a self-hosted model.",
  },
  LLM_OUTPUT_PRICE_PER_MTOK_USD: {
    type: types.decimal(0, 100_000),
    fallback: "2.19",
    about: "Price per million output tokens.",
  },
  LLM_MAX_COST_PER_MONTH_YUAN: {
    type: types.decimal(1, 10_000),
    fallback: "100",
    about: "Maximum spending per calendar month.",
  },
  LLM_USD_TO_CNY_RATE: {
    type: types.decimal(0.01, 1000),
    fallback: "7.3",
    about: "Yuan per US dollar, for the monthly limit.",
  },
  ENABLE_LLM_ADVISOR_WORKER: {
    type: types.flag,
    fallback: "false",
    about: "Let the model suggest changes to the engine's configuration on a schedule.",
  },
} as const;
