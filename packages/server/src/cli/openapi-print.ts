import { printOpenApi } from "../features/operations/health/openapi.service.ts";
import type { Command } from "./output.ts";

/** `openapi`: prints the OpenAPI document. */
export const openApiCommand: Command = async (_args, output) => {
  output.print(JSON.stringify(printOpenApi(), undefined, 2));
  return 0;
};
