import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_config_versions: EngineConfigVersionsTable;
    engine_config_trials: EngineConfigTrialsTable;
  }
}

export interface EngineConfigVersionsTable {
  id: Generated<number>;
  version_hash: string;
  parent_version_hash: string | null;
  content_hash: string;
  snapshot_json: string;
  source: "manual" | "llm_suggested" | "llm_auto";
  author_admin_id: string | null;
  note: string | null;
  created_at_ms: number;
}

/** Configurations under trial that have never been active. */
export interface EngineConfigTrialsTable {
  version_hash: string;
  parent_version_hash: string | null;
  content_hash: string;
  snapshot_json: string;
  author_admin_id: string;
  note: string | null;
  created_at_ms: number;
}
