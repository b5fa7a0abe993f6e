declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_policies: EnginePoliciesTable;
  }
}

export interface EnginePoliciesTable {
  /** Empty for the policy of all learners without personal weights. */
  user_id: string;
  basis: string;
  policy_json: string;
  solved_at_ms: number;
}
