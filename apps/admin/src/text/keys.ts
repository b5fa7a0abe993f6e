import type { TextKeyOf } from "@wordloom/web";

/** One line per area; the keys come from the English files: `overview.title`. */
interface Areas {
  common: typeof import("@wordloom/web/text/en/common.json");
  account: typeof import("./en/account.json");
  advisor: typeof import("./en/advisor.json");
  "app-events": typeof import("./en/app-events.json");
  backups: typeof import("./en/backups.json");
  audit: typeof import("./en/audit.json");
  broadcasts: typeof import("./en/broadcasts.json");
  bulk: typeof import("./en/bulk.json");
  clients: typeof import("./en/clients.json");
  wordbooks: typeof import("./en/wordbooks.json");
  dictionaries: typeof import("./en/dictionaries.json");
  "engine-metrics": typeof import("./en/engine-metrics.json");
  errors: typeof import("./en/errors.json");
  feedback: typeof import("./en/feedback.json");
  experiments: typeof import("./en/experiments.json");
  learning: typeof import("./en/learning.json");
  keys: typeof import("./en/keys.json");
  find: typeof import("./en/find.json");
  monitoring: typeof import("./en/monitoring.json");
  notices: typeof import("./en/notices.json");
  overview: typeof import("./en/overview.json");
  "resource-packs": typeof import("./en/resource-packs.json");
  parameters: typeof import("./en/parameters.json");
  probes: typeof import("./en/probes.json");
  sentences: typeof import("./en/sentences.json");
  settings: typeof import("./en/settings.json");
  setup: typeof import("./en/setup.json");
  shell: typeof import("./en/shell.json");
  updates: typeof import("./en/updates.json");
  learners: typeof import("./en/learners.json");
  words: typeof import("./en/words.json");
  workers: typeof import("./en/workers.json");
}

export type TextKey = TextKeyOf<Areas>;
