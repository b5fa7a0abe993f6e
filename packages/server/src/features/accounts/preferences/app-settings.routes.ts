import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { appSettingsOf, saveAppSettings } from "./app-settings.service.ts";

/** The caller's settings of the app. */
export const appSettingsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readAppSettings, async ({ actor, answer }) =>
    answer(200, await appSettingsOf(deps.database, actor.id)),
  );

  mount(contract.saveAppSettings, async ({ actor, body, answer }) =>
    answer(200, await saveAppSettings(deps, actor, body)),
  );
};
