import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  changeHabits,
  chooseReward,
  readChronotype,
  readCognitiveProfile,
  readHabits,
  rewardTypeOf,
} from "./user-profile.service.ts";

/** The learner's profile, as chosen by the learner and as estimated by the engine. */
export const userProfileRoutes: RouteModule = (mount, deps) => {
  mount(contract.readReward, async ({ actor, answer }) =>
    answer(200, { rewardType: await rewardTypeOf(deps.database, actor.id) }),
  );

  mount(contract.chooseReward, async ({ actor, body, answer }) =>
    answer(200, { rewardType: await chooseReward(deps, actor, body.rewardType) }),
  );

  mount(contract.readCognitiveProfile, async ({ actor, answer }) =>
    answer(200, await readCognitiveProfile(deps, actor.id)),
  );

  mount(contract.readLearningStyle, async ({ actor, answer }) =>
    answer(200, await readCognitiveProfile(deps, actor.id)),
  );

  mount(contract.readChronotype, async ({ actor, answer }) =>
    answer(200, await readChronotype(deps, actor)),
  );

  mount(contract.readHabits, async ({ actor, answer }) =>
    answer(200, await readHabits(deps, actor.id)),
  );

  mount(contract.changeHabits, async ({ actor, body, answer }) =>
    answer(200, await changeHabits(deps, actor, body)),
  );
};
