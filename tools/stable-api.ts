import { existsSync, readFileSync } from "node:fs";
import * as contract from "@wordloom/contract";
import { breakingChanges, type OpenApi } from "./api-changes.ts";

/** Where the published interface is kept, from the root of the repository. */
export const STABLE_API = "docs/api/openapi.stable.json";

/**
 * The stable operations as they are now, complete in itself: without names, so that a schema that
 * is called otherwise, or shared with a further operation, is no change. The version is left out,
 * because a new one changes nothing either.
 */
export function stableApi(): OpenApi {
  const stable = [...contract.endpointNames(contract)].filter(([, name]) =>
    contract.isStable(name),
  );
  return contract.openApiDocument(new Map(stable), { version: "stable" }) as unknown as OpenApi;
}

/** The file of the published interface. */
export function stableApiPage(): string {
  return `${JSON.stringify(stableApi(), undefined, 1)}\n`;
}

/** What a client that was written against the published interface would stumble over. */
export function brokenPromises(): string[] {
  const path = `${import.meta.dirname}/../${STABLE_API}`;
  if (!existsSync(path)) return [];
  return breakingChanges(JSON.parse(readFileSync(path, "utf8")) as OpenApi, stableApi());
}
