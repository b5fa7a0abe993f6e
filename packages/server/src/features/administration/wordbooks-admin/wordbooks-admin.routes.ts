import * as contract from "@wordloom/contract";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  addSystemBookWords,
  changeSystemBook,
  createSystemBook,
  removeSystemBookWords,
} from "../../library/wordbooks/system-books.service.ts";
import { deleteSystemBook } from "../../study/study-config/wordbook-removal.service.ts";
import {
  exportAnyBook,
  listAdminWordbookWords,
  listAdminWordbooks,
  listWordbookHistory,
  readWordbookStats,
} from "./wordbooks-admin.service.ts";

/** All wordbooks: reads of any book, changes of system books. */
export const wordbooksAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdminWordbooks, async ({ query, answer }) =>
    answer(200, await listAdminWordbooks(deps, query)),
  );

  mount(contract.createSystemWordbook, async ({ actor, body, answer }) => {
    const draft = { name: body.name, description: body.description ?? "" };
    return answer(201, await createSystemBook(deps, actor, { ...draft, ...languagesOf(body) }));
  });

  mount(contract.changeSystemWordbook, async ({ actor, params, body, answer }) => {
    const description = body.description === null ? "" : body.description;
    const change = {
      ...withoutNullish({ name: body.name, description, tags: body.tags }),
      ...languagesOf(body),
    };
    return answer(200, await changeSystemBook(deps, actor, params.id, change));
  });

  mount(contract.deleteSystemWordbook, async ({ actor, params, answer }) => {
    await deleteSystemBook(deps, actor, params.id);
    return answer(200, { deleted: true });
  });

  mount(contract.listAdminWordbookWords, async ({ params, query, answer }) =>
    answer(200, await listAdminWordbookWords(deps, params.id, query)),
  );

  mount(contract.addSystemBookWords, async ({ actor, params, body, answer }) =>
    answer(200, { added: await addSystemBookWords(deps, actor, params.id, body.wordIds) }),
  );

  mount(contract.removeSystemBookWords, async ({ actor, params, body, answer }) =>
    answer(200, { removed: await removeSystemBookWords(deps, actor, params.id, body.wordIds) }),
  );

  mount(contract.readWordbookStats, async ({ params, answer }) =>
    answer(200, await readWordbookStats(deps, params.id)),
  );

  mount(contract.listWordbookHistory, async ({ params, query, answer }) =>
    answer(200, await listWordbookHistory(deps, params.id, query)),
  );

  mount(contract.exportAdminWordbook, async ({ actor, params, query, answer }) => {
    const { body, headers } = await exportAnyBook(deps, actor, params.id, query.format);
    return answer(200, body, { headers });
  });
};

interface BookLanguages {
  readonly language?: string | null;
  readonly meaningLanguage?: string | null;
}

function tagOf(tag: string | null): string | null {
  return tag === null ? null : requireLanguage(tag);
}

/** The stated languages in canonical form. @throws AppError INVALID_LANGUAGE */
function languagesOf(body: {
  readonly language?: string | null | undefined;
  readonly meaningLanguage?: string | null | undefined;
}): BookLanguages {
  const { language, meaningLanguage } = body;
  return {
    ...(language !== undefined && { language: tagOf(language) }),
    ...(meaningLanguage !== undefined && { meaningLanguage: tagOf(meaningLanguage) }),
  };
}
