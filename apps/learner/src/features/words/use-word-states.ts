import type { WordLearningState } from "@wordloom/contract";
import { readWordStateBatch } from "virtual:endpoints";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { keyOf } from "@wordloom/web";
import { call } from "../../server-state/api.ts";

/** Words per call; below the default limit of services. */
const BATCH = 100;

/** The learner's states of these words by id; undefined until they are known. */
export function useWordStates(
  ids: readonly string[],
): ReadonlyMap<string, WordLearningState> | undefined {
  const { data } = useQuery({
    queryKey: [...keyOf(readWordStateBatch), ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
        ids.slice(at * BATCH, (at + 1) * BATCH),
      );
      const read = (wordIds: string[]) => call(readWordStateBatch, { body: { wordIds }, signal });
      const states = (await Promise.all(batches.map(read))).flat();
      return new Map(states.map((state) => [state.wordId, state]));
    },
  });
  return data;
}
