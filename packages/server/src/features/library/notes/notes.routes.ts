import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { changeNote, createNote, deleteNote, listNotes } from "./notes.service.ts";

/** Learners' private notes about words. */
export const notesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listNotes, async ({ actor, query, answer }) =>
    answer(200, await listNotes(deps, actor, query)),
  );

  mount(contract.createNote, async ({ actor, body, answer }) =>
    answer(201, await createNote(deps, actor, body)),
  );

  mount(contract.updateNote, async ({ actor, params, body, answer }) =>
    answer(200, await changeNote(deps, actor, params.id, body)),
  );

  mount(contract.deleteNote, async ({ actor, params, answer }) => {
    await deleteNote(deps.database, actor, params.id);
    return answer(200, { deleted: true });
  });
};
