declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_policies: EnginePoliciesTable;
  }
}

export interface EnginePoliciesTable {
  /** Empty for the policy of all learners without weights of their own. */
  user_id: string;
  basis: string;
  policy_json: string;
  solved_at_ms: number;
}
