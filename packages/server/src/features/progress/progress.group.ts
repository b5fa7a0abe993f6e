import type { Feature } from "../../feature.ts";
import { activityFeature } from "./activity/activity.feature.ts";
import { answersFeature } from "./answers/answers.feature.ts";
import { bookProgressFeature } from "./book-progress/book-progress.feature.ts";
import { confusionCacheFeature } from "./confusion-cache/confusion-cache.feature.ts";
import { learningSessionsFeature } from "./learning-sessions/learning-sessions.feature.ts";
import { notificationsFeature } from "./notifications/notifications.feature.ts";
import { suspendedWordsFeature } from "./suspended-words/suspended-words.feature.ts";
import { wordStatesFeature } from "./word-states/word-states.feature.ts";

/** A learner's history: answers, states of words, daily totals, notifications. */
export const progress: readonly Feature[] = [
  answersFeature,
  wordStatesFeature,
  suspendedWordsFeature,
  learningSessionsFeature,
  activityFeature,
  notificationsFeature,
  bookProgressFeature,
  confusionCacheFeature,
];
