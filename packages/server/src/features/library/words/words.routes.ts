import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readerOf } from "./seen-words.ts";
import {
  changeWord,
  countWords,
  createWord,
  createWordBatch,
  deleteWord,
  listLibrary,
  listWordsById,
  requireWord,
} from "./words.service.ts";

/** The word library: learners read it, administrators change it. */
export const wordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listWords, async ({ actor, query, answer }) =>
    answer(200, await listLibrary(deps, readerOf(actor), query)),
  );

  mount(contract.countWords, async ({ answer }) =>
    answer(200, { total: await countWords(deps.database) }),
  );

  mount(contract.readWord, async ({ actor, params, answer }) =>
    answer(200, await requireWord(deps.database, readerOf(actor), params.id)),
  );

  mount(contract.createWord, async ({ actor, body, answer }) =>
    answer(201, await createWord(deps, body, actor)),
  );

  mount(contract.updateWord, async ({ actor, params, body, answer }) =>
    answer(200, await changeWord(deps, params.id, body, actor)),
  );

  mount(contract.deleteWord, async ({ actor, params, answer }) => {
    await deleteWord(deps, params.id, actor);
    return answer(200, { deleted: true, id: params.id });
  });

  mount(contract.createWordBatch, async ({ actor, body, answer }) => {
    const { items, skipped } = await createWordBatch(deps, body.words, actor);
    return answer(201, { count: items.length, skipped, items });
  });

  mount(contract.readWordBatch, async ({ actor, body, answer }) =>
    answer(200, await listWordsById(deps.database, readerOf(actor), body.ids)),
  );
};
