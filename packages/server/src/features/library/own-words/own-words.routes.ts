import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listOwnTags, renameOwnTag } from "./own-tags.service.ts";
import {
  changeOwnWord,
  createOwnWord,
  createOwnWordBatch,
  deleteOwnWord,
  listOwnWords,
  readOwnWord,
} from "./own-words.service.ts";

/** Learners' own words, and their own versions of library words. */
export const ownWordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listOwnWords, async ({ actor, query, answer }) =>
    answer(200, await listOwnWords(deps, actor, query)),
  );

  mount(contract.listOwnTags, async ({ actor, answer }) =>
    answer(200, { tags: await listOwnTags(deps, actor) }),
  );

  mount(contract.renameOwnTag, async ({ actor, body, answer }) =>
    answer(200, { changed: await renameOwnTag(deps, actor, body) }),
  );

  mount(contract.readOwnWord, async ({ actor, params, answer }) =>
    answer(200, await readOwnWord(deps, actor, params.id)),
  );

  mount(contract.createOwnWord, async ({ actor, body, answer }) => {
    const { word, isNew } = await createOwnWord(deps, actor, body);
    return isNew ? answer(201, word) : answer(200, word);
  });

  mount(contract.createOwnWordBatch, async ({ actor, body, answer }) =>
    answer(201, await createOwnWordBatch(deps, actor, body.words)),
  );

  mount(contract.changeOwnWord, async ({ actor, params, body, answer }) =>
    answer(200, await changeOwnWord(deps, actor, params.id, body)),
  );

  mount(contract.deleteOwnWord, async ({ actor, params, answer }) => {
    await deleteOwnWord(deps, actor, params.id);
    return answer(200, { deleted: true, id: params.id });
  });
};
