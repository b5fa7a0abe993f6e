import * as contract from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { VERSION } from "../../platform/version.ts";

type Needs = Pick<Deps, "database" | "settings">;

/** The whole interface as an OpenAPI 3.1 document. */
export function printOpenApi(basePath = "/", limits?: contract.SizeLimits) {
  const names = contract.endpointNames(contract);
  return contract.openApiDocument(names, {
    version: VERSION,
    basePath,
    ...(limits && { limits }),
  });
}

/** Built on the first request; never changes while the service runs. */
export const openApiDocument = perApp(({ settings }: Needs) =>
  printOpenApi(settings.BASE_PATH, settings),
);
