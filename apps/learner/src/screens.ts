import type { ComponentType } from "react";
import { lateScreen, pagePath, type LateScreen } from "@wordloom/web";
import { accountId } from "./server-state/sign-in.ts";
import { withAllTexts } from "./text/languages.ts";

/** A page in a file of its own. */
export interface Screen extends LateScreen {
  /** Reports itself when it is ready (`useFirstScreen`); other screens are ready once drawn. */
  readonly reportsReady?: boolean;
}

function screen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LateScreen {
  return lateScreen(withAllTexts(load), name);
}

/** Address → page, for visitors who are not signed in. */
export const outside = {
  "/welcome": screen(() => import("./pages/welcome/welcome-page.tsx"), "WelcomePage"),
  "/try": screen(() => import("./pages/first-words/first-words-page.tsx"), "FirstWordsPage"),
  "/sign-in": screen(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage"),
  "/register": screen(() => import("./pages/register/register-page.tsx"), "RegisterPage"),
  "/forgot": screen(() => import("./pages/forgot/forgot-page.tsx"), "ForgotPage"),
  "/reset-password": screen(
    () => import("./pages/reset-password/reset-password-page.tsx"),
    "ResetPasswordPage",
  ),
  "/confirm-email": screen(
    () => import("./pages/confirm-email/confirm-email-page.tsx"),
    "ConfirmEmailPage",
  ),
};

/** Without the navigation, so that nothing distracts from a question. */
export const bare = {
  "/start": screen(() => import("./pages/start/start-page.tsx"), "StartPage"),
  "/study": {
    // With the texts of studying only: a visit that begins here shall be quick.
    ...lateScreen(() => import("./pages/study/study-page.tsx"), "StudyPage"),
    reportsReady: true,
  },
  "/study/done": screen(() => import("./pages/done/done-page.tsx"), "DonePage"),
};

export const inside = {
  "/": screen(() => import("./pages/today/today-page.tsx"), "TodayPage"),
  "/words": screen(() => import("./pages/words/words-page.tsx"), "WordsPage"),
  "/words/:id": screen(() => import("./pages/word/word-page.tsx"), "WordPage"),
  "/books": screen(() => import("./pages/books/books-page.tsx"), "BooksPage"),
  "/books/imports/:id": screen(() => import("./pages/import/import-page.tsx"), "ImportPage"),
  "/books/:id": screen(() => import("./pages/book/book-page.tsx"), "BookPage"),
  "/progress": screen(() => import("./pages/progress/progress-page.tsx"), "ProgressPage"),
  "/progress/how": screen(() => import("./pages/how-i-do/how-i-do-page.tsx"), "HowIDoPage"),
  "/answers": screen(() => import("./pages/answers/answers-page.tsx"), "AnswersPage"),
  "/sessions": screen(() => import("./pages/sessions/sessions-page.tsx"), "SessionsPage"),
  "/sessions/:id": screen(() => import("./pages/session/session-page.tsx"), "SessionPage"),
  "/notifications": screen(
    () => import("./pages/notifications/notifications-page.tsx"),
    "NotificationsPage",
  ),
  "/settings/:section?": screen(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
};

export const notFound = screen(
  () => import("./pages/not-found/not-found-page.tsx"),
  "NotFoundPage",
);

/** Loads the screen of the current address before the app can draw it. */
export async function loadAhead(): Promise<void> {
  try {
    await screenOf(pagePath()).load();
  } catch {
    // Retried when it is drawn.
  }
}

/**
 * Loads the study screens early, so that a session reaches its end offline even if the browser
 * stores no app files; a visitor's ten words, too.
 */
export async function loadStudy(): Promise<void> {
  try {
    if (accountId() === undefined) await outside["/try"].load();
    for (const path of ["/study", "/study/done"] as const) await bare[path].load();
  } catch {
    // Retried when it is drawn.
  }
}

function screenOf(path: string): Screen {
  if (accountId() === undefined) return screenAt(outside, path) ?? outside["/welcome"];
  return screenAt(bare, path) ?? screenAt(inside, path) ?? notFound;
}

function screenAt(screens: Readonly<Record<string, Screen>>, path: string): Screen | undefined {
  const found = Object.entries(screens).find(([pattern]) => fits(path, pattern));
  return found?.[1];
}

/** Whether a path matches a pattern; `:name` matches any part, `:name?` also a missing one. */
function fits(path: string, pattern: string): boolean {
  const [own, wanted] = [path.split("/"), pattern.split("/")];
  return (
    own.length <= wanted.length &&
    wanted.every((part, at) => {
      if (own[at] === undefined) return part.endsWith("?");
      return part.startsWith(":") || part === own[at];
    })
  );
}
