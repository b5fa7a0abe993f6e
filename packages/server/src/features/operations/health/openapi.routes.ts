import { readOpenApi } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { openApiDocument } from "./openapi.service.ts";

export const openApiRoutes: RouteModule = (mount, deps) => {
  mount(readOpenApi, async ({ answer }) => answer(200, await openApiDocument(deps)));
};
