/**
 * Every text that the service writes to learners, and the names of its parameters. The texts
 * themselves are in one JSON file per language: ICU messages, whole sentences only.
 */
export const textParameters = {
  "badge.first_word.name": [],
  "badge.first_word.description": [],
  "badge.words_100.name": [],
  "badge.words_100.description": [],
  "badge.words_1000.name": [],
  "badge.words_1000.description": [],
  "badge.streak_7.name": [],
  "badge.streak_7.description": [],
  "badge.streak_30.name": [],
  "badge.streak_30.description": [],
  "badge.mastered_10.name": [],
  "badge.mastered_10.description": [],
  "badge.mastered_100.name": [],
  "badge.mastered_100.description": [],
  "badge.mastered_1000.name": [],
  "badge.mastered_1000.description": [],
  "badge.answers_1000.name": [],
  "badge.answers_1000.description": [],
  "badge_earned.title": ["badge"],
  "reminder.title": ["word"],
  "reminder.message": ["word", "unit", "count"],
  "week.title": [],
  "week.message": ["answers", "days", "accuracy", "newWords", "mastered", "streak"],
  "import_done.title": ["words"],
  "import_done.message": ["told", "known"],
  "feedback_reply.title": [],
  "suggestion.rest": [],
  "suggestion.encouragement": [],
  "suggestion.focus": [],
  "suggestion.continue": [],
  "word_list.no_word": [],
  "word_list.open_quote": [],
  "word_list.long_line": [],
  "word_list.long_word": [],
  "word_list.long_meaning": [],
  "reset.notice": [],
  "email_change_mail.subject": [],
  "email_change_mail.with_link": ["name", "link"],
  "email_change_mail.with_token": ["name", "token"],
  "email_change_mail.notice_subject": [],
  "email_change_mail.notice": ["name", "email"],
  "reset_mail.subject": [],
  "reset_mail.with_link": ["name", "link"],
  "reset_mail.with_token": ["name", "token"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TextKey = keyof typeof textParameters;

/** A value for each parameter of a text. Values are data and are never interpreted. */
export type TextValues<K extends TextKey> = {
  readonly [P in (typeof textParameters)[K][number]]: string | number;
};
