import type { TextKeyOf } from "@wordloom/web";

/** One line per area; the keys are those of the English files: `today.title`. */
interface Areas {
  common: typeof import("@wordloom/web/text/en/common.json");
  errors: typeof import("./en/errors.json");
  shell: typeof import("./en/shell.json");
  account: typeof import("./en/account.json");
  first: typeof import("./en/first.json");
  start: typeof import("./en/start.json");
  today: typeof import("./en/today.json");
  study: typeof import("./en/study.json");
  done: typeof import("./en/done.json");
  words: typeof import("./en/words.json");
  word: typeof import("./en/word.json");
  "own-words": typeof import("./en/own-words.json");
  books: typeof import("./en/books.json");
  imports: typeof import("./en/imports.json");
  progress: typeof import("./en/progress.json");
  how: typeof import("./en/how.json");
  answers: typeof import("./en/answers.json");
  sessions: typeof import("./en/sessions.json");
  notifications: typeof import("./en/notifications.json");
  settings: typeof import("./en/settings.json");
  help: typeof import("./en/help.json");
  find: typeof import("./en/find.json");
  offline: typeof import("./en/offline.json");
}

export type TextKey = TextKeyOf<Areas>;
