import type { Migration } from "./migration.ts";

/**
 * When a word was mastered and, after that, forgotten, oldest first: a JSON list of times, negative
 * for forgetting. The memory has only the latest of each.
 *
 * Words learned earlier get the times from their memory.
 */
export const masteryEdges: Migration = {
  name: "0021-mastery-edges",
  statements: [`alter table word_states add column mastery_edges text`],
  sqlite: [
    `update word_states set mastery_edges = case
        when memory_json ->> 'forgottenAtMs' > memory_json ->> 'masteredAtMs'
        then json_array(memory_json ->> 'masteredAtMs', -(memory_json ->> 'forgottenAtMs'))
        else json_array(memory_json ->> 'masteredAtMs')
      end
      where memory_json ->> 'masteredAtMs' is not null`,
  ],
  postgres: [
    `update word_states set mastery_edges = case
        when known.forgotten > known.mastered
        then json_build_array(known.mastered, -known.forgotten)
        else json_build_array(known.mastered)
      end
      from (
        select user_id, word_id, (memory_json::json ->> 'masteredAtMs')::bigint as mastered,
          (memory_json::json ->> 'forgottenAtMs')::bigint as forgotten
        from word_states where memory_json is not null
      ) as known
      where known.user_id = word_states.user_id and known.word_id = word_states.word_id
        and known.mastered is not null`,
  ],
};
