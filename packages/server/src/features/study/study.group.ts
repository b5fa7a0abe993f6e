import type { Feature } from "../../feature.ts";
import { activityAuditFeature } from "./activity-audit/activity-audit.feature.ts";
import { analyticsFeature } from "./analytics/analytics.feature.ts";
import { deckReviewsFeature } from "./deck-reviews/deck-reviews.feature.ts";
import { engineInputFeature } from "./engine-input/engine-input.feature.ts";
import { learningFeature } from "./learning/learning.feature.ts";
import { manualStatesFeature } from "./manual-states/manual-states.feature.ts";
import { recordsFeature } from "./records/records.feature.ts";
import { remindersFeature } from "./reminders/reminders.feature.ts";
import { sessionHistoryFeature } from "./session-history/session-history.feature.ts";
import { slippingWordsFeature } from "./slipping-words/slipping-words.feature.ts";
import { studyConfigFeature } from "./study-config/study-config.feature.ts";
import { todayFeature } from "./today/today.feature.ts";
import { trueRetentionFeature } from "./true-retention/true-retention.feature.ts";
import { userProfileFeature } from "./user-profile/user-profile.feature.ts";
import { wordMemoryFeature } from "./word-memory/word-memory.feature.ts";

/** Studying: sessions, answers, the next words, and a learner's own statistics. */
export const study: readonly Feature[] = [
  recordsFeature,
  learningFeature,
  sessionHistoryFeature,
  studyConfigFeature,
  engineInputFeature,
  manualStatesFeature,
  activityAuditFeature,
  analyticsFeature,
  todayFeature,
  slippingWordsFeature,
  remindersFeature,
  wordMemoryFeature,
  trueRetentionFeature,
  userProfileFeature,
  deckReviewsFeature,
];
