import * as contract from "@wordloom/contract";
import recorded from "./examples.json" with { type: "json" };
import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { VERSION } from "../../../platform/basics/version.ts";

type Needs = Pick<Deps, "database" | "settings">;

/** As the tests of the endpoints saw them; written by `npm run examples`. */
const examples = recorded as Readonly<Record<string, contract.OperationExample>>;

const facts = { version: VERSION, names: contract.schemaNames(contract), examples };

/** The whole interface as an OpenAPI 3.1 document. */
export function printOpenApi() {
  return contract.openApiDocument(contract.endpointNames(contract), facts);
}

/** Built on the first request, which takes a while; never changes while the service runs. */
export const openApiDocument = perApp(async ({ settings }: Needs) => {
  const about = { ...facts, basePath: settings.BASE_PATH, limits: settings };
  const limits = Object.keys(contract.settableLimits) as (keyof contract.SizeLimits)[];
  const values = limits.map((name) => settings[name]).join();
  return contract.openApiOf(await operationsWith(values, about), about);
});

type Operations = readonly contract.OpenApiOperation[];

/** The latest printed document; a reopened app, as after a restore, has the same limits. */
let printed: { readonly limits: string; readonly operations: Promise<Operations> } | undefined;

function operationsWith(limits: string, about: contract.OpenApiFacts): Promise<Operations> {
  if (printed?.limits !== limits) printed = { limits, operations: printOperations(about) };
  return printed.operations;
}

function printOperations(about: contract.OpenApiFacts): Promise<Operations> {
  return mapInTurns([...contract.endpointNames(contract)], ([spec, name]) =>
    contract.openApiOperation(spec, name, about),
  );
}
