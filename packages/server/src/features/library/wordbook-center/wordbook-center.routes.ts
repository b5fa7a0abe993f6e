import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { importFromCenter, importFromUrl } from "./center-import.service.ts";
import { foreseeSync, syncBook } from "./center-sync.service.ts";
import { listImportHistory } from "./import-history.service.ts";
import {
  browseCenter,
  changeCenterUrl,
  listUpdates,
  previewBook,
  readCenterUrl,
} from "./wordbook-center.service.ts";

/** Ready-made wordbooks of a remote center: browsing, importing and updating them. */
export const wordbookCenterRoutes: RouteModule = (mount, deps) => {
  mount(contract.readCenterSettings, async ({ actor, answer }) =>
    answer(200, { wordbookCenterUrl: await readCenterUrl(deps, actor.id) }),
  );

  mount(contract.writeCenterSettings, async ({ actor, body, answer }) => {
    const inForce = await changeCenterUrl(deps, actor, body.wordbookCenterUrl);
    return answer(200, { wordbookCenterUrl: inForce });
  });

  mount(contract.browseCenter, async ({ actor, answer }) =>
    answer(200, await browseCenter(deps, actor.id)),
  );

  mount(contract.previewCenterBook, async ({ actor, params, query, answer }) =>
    answer(200, await previewBook(deps, actor.id, params.id, query)),
  );

  mount(contract.importCenterBook, async ({ actor, params, answer }) =>
    answer(201, await importFromCenter(deps, actor.id, params.id)),
  );

  mount(contract.importBookFromUrl, async ({ actor, body, answer }) =>
    answer(201, await importFromUrl(deps, actor.id, body.url)),
  );

  mount(contract.listImportHistory, async ({ actor, query, answer }) =>
    answer(200, await listImportHistory(deps, actor, query)),
  );

  mount(contract.listCenterUpdates, async ({ actor, answer }) =>
    answer(200, await listUpdates(deps, actor.id)),
  );

  mount(contract.foreseeCenterSync, async ({ actor, params, answer }) =>
    answer(200, await foreseeSync(deps, actor.id, params.id)),
  );

  mount(contract.syncCenterBook, async ({ actor, params, answer }) =>
    answer(200, await syncBook(deps, actor.id, params.id)),
  );
};
