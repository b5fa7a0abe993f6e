import { existsSync, readFileSync } from "node:fs";
import * as contract from "@wordloom/contract";
import { breakingChanges, type OpenApi } from "./api-changes.ts";

/** Where the published interface is kept, from the root of the repository. */
export const STABLE_API = "docs/api/openapi.stable.json";

/**
 * The current stable operations as a self-contained document. Schemas are inlined, so that renaming
 * one, or sharing it with another operation, is no change. The version is left out, because a new
 * one changes nothing either.
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

/** Changes that would break a client of the published interface. */
export function brokenPromises(): string[] {
  const path = `${import.meta.dirname}/../${STABLE_API}`;
  if (!existsSync(path)) return [];
  return breakingChanges(JSON.parse(readFileSync(path, "utf8")) as OpenApi, stableApi());
}
