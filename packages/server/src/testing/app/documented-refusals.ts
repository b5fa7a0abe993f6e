import * as contract from "@wordloom/contract";
import { errors, type Endpoint, type ErrorCode } from "@wordloom/contract";

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
}

interface Described {
  readonly "x-codes"?: readonly ErrorCode[];
}

/** The refusals of every endpoint in the OpenAPI document, such as `404 NOT_FOUND`. */
export function documentedRefusals(): ReadonlyMap<Endpoint, ReadonlySet<string>> {
  const names = contract.endpointNames(contract);
  const { paths } = contract.openApiDocument(names, { version: "1.0.0" }) as unknown as Document;
  return new Map(
    [...names.keys()].map((endpoint) => {
      const { method, path } = endpoint;
      const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      const described = Object.values(operation?.responses ?? {});
      const codes = described.flatMap((one) => one["x-codes"] ?? []);
      return [endpoint, new Set(codes.map((code) => `${errors[code].status} ${code}`))];
    }),
  );
}
