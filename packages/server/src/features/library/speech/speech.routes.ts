import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readEngines, trySpeech } from "./speech-test.service.ts";
import { speakWord, speechLanguages } from "./speech.service.ts";

/** An edited word is asked for under another `version`. */
const LASTING = "private, max-age=31536000, immutable";
/** A substitute's sound gives way to the better one. */
const PASSING = "private, max-age=300";

/** Words spoken by the service. */
export const speechRoutes: RouteModule = (mount, deps) => {
  mount(contract.readSpeech, async ({ actor, query, answer }) => {
    const { wordId, part, speed, region } = query;
    const wanted = { wordId, part, isSlow: speed === "slow", region };
    const { type, bytes, isLasting } = await speakWord(deps, actor, wanted);
    const headers = { "content-type": type, "cache-control": isLasting ? LASTING : PASSING };
    return answer(200, bytes, { headers });
  });

  mount(contract.readSpeechLanguages, async ({ answer }) => answer(200, speechLanguages(deps)));

  mount(contract.readSpeechEngines, async ({ answer }) => answer(200, await readEngines(deps)));

  mount(contract.testSpeech, async ({ body, answer }) => answer(200, await trySpeech(deps, body)));
};
