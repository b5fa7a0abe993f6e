import * as contract from "../index.ts";
import { endpointNames, openApiDocument } from "../core/openapi.ts";
import { schemaNames } from "../core/schema-names.ts";

// `any`, because tests access parts of the documents directly.
let inPlace: any;
let named: any;

/** The whole contract with every schema inline. Printed once, because it takes half a second. */
export function documentInPlace(): any {
  return (inPlace ??= openApiDocument(endpointNames(contract), { version: "v0" }));
}

/** The same with the names of its schemas. */
export function documentWithNames(): any {
  const names = schemaNames(contract);
  return (named ??= openApiDocument(endpointNames(contract), { version: "v0", names }));
}
