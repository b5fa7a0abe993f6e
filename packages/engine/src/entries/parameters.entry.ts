// The table of parameters: schema, groups, hash of a configuration.

export { canonicalJson, parametersHash } from "../parameters/hash.ts";
export { type ParameterRow, parameterTable } from "../parameters/parameter-table.ts";
export { isOptIn } from "../parameters/opt-in.ts";
export { groupOf, parametersSchema, tierOf } from "../parameters/parameters-schema.ts";
