import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  listTodayWords,
  readStudyProgress,
  showStudyConfig,
  updateStudyConfig,
} from "./study-config.service.ts";

/** Learners' study settings and the words of the day. */
export const studyConfigRoutes: RouteModule = (mount, deps) => {
  mount(contract.readStudyConfig, async ({ actor, answer }) =>
    answer(200, await showStudyConfig(deps, actor.id)),
  );

  mount(contract.updateStudyConfig, async ({ actor, body, answer }) =>
    answer(200, await updateStudyConfig(deps, actor, body)),
  );

  mount(contract.listTodayWords, async ({ actor, answer }) =>
    answer(200, await listTodayWords(deps, actor)),
  );

  mount(contract.readStudyProgress, async ({ actor, answer }) =>
    answer(200, await readStudyProgress(deps, actor)),
  );
};
