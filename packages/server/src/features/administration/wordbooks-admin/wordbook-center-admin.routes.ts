import * as contract from "@wordloom/contract";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { previewUpload, uploadBook } from "../../library/wordbook-center/book-upload.service.ts";
import { importFromCenter } from "../../library/wordbook-center/center-import.service.ts";
import { syncBook } from "../../library/wordbook-center/center-sync.service.ts";
import {
  browseCenter,
  listUpdates,
  previewBook,
} from "../../library/wordbook-center/wordbook-center.service.ts";
import { changeBookTags } from "../../library/wordbooks/system-books.service.ts";

/** The operator's wordbook center and book files as sources of system books. */
export const wordbookCenterAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.browseAdminCenter, async ({ answer }) =>
    answer(200, await browseCenter(deps, null)),
  );

  mount(contract.previewAdminCenterBook, async ({ params, query, answer }) =>
    answer(200, await previewBook(deps, null, params.id, query)),
  );

  mount(contract.listAdminCenterUpdates, async ({ answer }) =>
    answer(200, await listUpdates(deps, null)),
  );

  mount(contract.importSystemBook, async ({ actor, params, answer }) =>
    answer(201, await importFromCenter(deps, null, params.id, { by: actor })),
  );

  mount(contract.syncSystemBook, async ({ actor, params, answer }) =>
    answer(200, await syncBook(deps, null, params.id, { by: actor })),
  );

  mount(contract.uploadSystemBook, async ({ actor, query, body, answer }) =>
    query.dryRun === "true"
      ? answer(200, await previewUpload(deps, body))
      : answer(201, await uploadBook(deps, actor, body)),
  );

  mount(contract.changeCenterTags, async ({ actor, params, body, answer }) =>
    answer(200, {
      tags: await changeBookTags(deps, actor, params.wordbookId, withoutNullish(body)),
    }),
  );
};
