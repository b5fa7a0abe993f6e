import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  readSnapshot,
} from "../../accounts/settings/settings-snapshots.service.ts";
import { restoreSettings } from "./settings-admin.service.ts";

/** Stored settings as they were at an earlier time. */
export const settingsSnapshotsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listSettingsSnapshots, async ({ answer }) =>
    answer(200, { snapshots: await listSnapshots(deps) }),
  );

  mount(contract.readSettingsSnapshot, async ({ params, answer }) =>
    answer(200, await readSnapshot(deps, params.id)),
  );

  mount(contract.createSettingsSnapshot, async ({ actor, body, answer }) =>
    answer(201, await createSnapshot(deps, actor, body)),
  );

  mount(contract.restoreSettingsSnapshot, async ({ actor, params, answer }) =>
    answer(200, await restoreSettings(deps, actor, params.id)),
  );

  mount(contract.deleteSettingsSnapshot, async ({ actor, params, answer }) => {
    await deleteSnapshot(deps, actor, params.id);
    return answer(200, { deleted: true });
  });
};
