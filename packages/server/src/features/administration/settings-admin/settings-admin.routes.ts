import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { previewGate } from "../../clients/upgrades/version-gate.service.ts";
import { sendTestMail } from "./mail-test.service.ts";
import { previewMaintenance } from "./maintenance-reach.service.ts";
import { describeSettings } from "./settings-schema.service.ts";
import {
  changeGate,
  changeSettings,
  readGate,
  readSettings,
  setMaintenance,
} from "./settings-admin.service.ts";

/** The settings of the running service. */
export const settingsAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.readAdminSettings, async ({ answer }) => answer(200, await readSettings(deps)));

  mount(contract.changeAdminSettings, async ({ actor, body, answer }) =>
    answer(200, await changeSettings(deps, actor, body)),
  );

  mount(contract.readSettingsSchema, async ({ answer }) =>
    answer(200, { fields: await describeSettings(deps) }),
  );

  mount(contract.setMaintenance, async ({ actor, body, answer }) =>
    answer(200, await setMaintenance(deps, actor, body.active)),
  );

  mount(contract.previewMaintenance, async ({ answer }) =>
    answer(200, await previewMaintenance(deps)),
  );

  mount(contract.readVersionGate, async ({ answer }) => answer(200, await readGate(deps)));

  mount(contract.setVersionGate, async ({ actor, body, answer }) =>
    answer(200, await changeGate(deps, actor, body)),
  );

  mount(contract.previewVersionGate, async ({ body, answer }) =>
    answer(200, await previewGate(deps, body.minClientVersion)),
  );

  mount(contract.testMail, async ({ actor, body, answer }) => {
    await sendTestMail(deps, actor, body.to);
    return answer(200, { sent: true });
  });
};
