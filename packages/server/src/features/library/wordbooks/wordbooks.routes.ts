import * as contract from "@wordloom/contract";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { languageOf } from "../../accounts/preferences/preferences.service.ts";
import {
  addOwnBookWords,
  changeOwnBook,
  createOwnBook,
  listBookWords,
  listOwnBooks,
  listSystemBooks,
  readBook,
  removeOwnBookWord,
} from "./wordbooks.service.ts";

/** Wordbooks: system books are read-only, learners' own can be changed. */
export const wordbooksRoutes: RouteModule = (mount, deps) => {
  mount(contract.listSystemWordbooks, async ({ actor, query, request, answer }) => {
    const { database } = deps;
    const language = await languageOf(database, actor, request.header("accept-language"));
    const { languages = actor.kind === "admin" ? "*" : "en" } = query;
    const learned = languages === "*" ? undefined : languages.split(",").map(requireLanguage);
    return answer(200, await listSystemBooks(database, language, learned));
  });

  mount(contract.listUserWordbooks, async ({ actor, answer }) =>
    answer(200, await listOwnBooks(deps.database, actor)),
  );

  mount(contract.createWordbook, async ({ actor, body, answer }) => {
    const draft = { name: body.name, description: body.description ?? "" };
    return answer(201, await createOwnBook(deps, actor, draft));
  });

  mount(contract.readWordbook, async ({ actor, params, answer }) =>
    answer(200, await readBook(deps.database, actor, params.id)),
  );

  mount(contract.changeWordbook, async ({ actor, params, body, answer }) => {
    const description = body.description === null ? "" : body.description;
    const change = withoutNullish({ name: body.name, description });
    return answer(200, await changeOwnBook(deps, actor, params.id, change));
  });

  mount(contract.listWordbookWords, async ({ actor, params, query, answer }) =>
    answer(200, await listBookWords(deps, actor, params.id, query)),
  );

  mount(contract.addWordbookWords, async ({ actor, params, body, answer }) =>
    answer(200, { added: await addOwnBookWords(deps, actor, params.id, body.wordIds) }),
  );

  mount(contract.removeWordbookWord, async ({ actor, params, answer }) => {
    await removeOwnBookWord(deps, actor, params.id, params.wordId);
    return answer(200, { removed: true });
  });
};
