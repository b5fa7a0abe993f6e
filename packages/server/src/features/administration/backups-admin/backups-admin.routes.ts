import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { openBackupPart } from "./backup-download.service.ts";
import { restoreFromBackup } from "./backup-restore.service.ts";
import { checkBackup, listAllBackups, makeManualBackup } from "./backups-admin.service.ts";

/** Making, listing, checking and downloading backups. */
export const backupsAdminRoutes: RouteModule = (mount, deps) => {
  for (const endpoint of [contract.createBackup, contract.createBackupNow]) {
    mount(endpoint, async ({ actor, answer }) => answer(200, await makeManualBackup(deps, actor)));
  }

  mount(contract.listBackups, async ({ answer }) => answer(200, await listAllBackups(deps)));

  mount(contract.downloadBackup, async ({ actor, params, query, answer }) => {
    const file = await openBackupPart(deps, actor, { name: params.name, part: query.part });
    return answer(200, file.body, {
      headers: {
        "content-disposition": `attachment; filename="${file.name}"`,
        "content-length": String(file.size),
        "x-content-sha256": file.sha256,
      },
    });
  });

  mount(contract.restoreBackup, async ({ actor, params, body, answer }) =>
    answer(200, await restoreFromBackup(deps, actor, { name: params.name, ...body })),
  );

  mount(contract.verifyBackup, async ({ actor, params, answer }) =>
    answer(200, await checkBackup(deps, actor, params.name)),
  );
};
