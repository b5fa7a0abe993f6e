import { lazy, Suspense, type ComponentType } from "react";
import { Redirect, Route, Switch } from "wouter";
import { basePath } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { Anywhere } from "./features/anywhere/anywhere.tsx";
import { MaintenanceGate } from "./features/shell/maintenance-gate.tsx";
import { Shell } from "./features/shell/shell.tsx";
import { Waiting } from "./features/shell/waiting.tsx";
import { signIn } from "./server-state/sign-in.ts";

type PageModule = Readonly<Record<string, ComponentType>>;

/** Loaded when its address is opened. */
function page<M extends PageModule>(load: () => Promise<M>, name: keyof M & string) {
  return lazy(async () => {
    const module = await load();
    return { default: module[name] as ComponentType };
  });
}

/** Address → page, for those who are not signed in. */
const outside = {
  "/welcome": page(() => import("./pages/welcome/welcome-page.tsx"), "WelcomePage"),
  "/sign-in": page(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage"),
  "/register": page(() => import("./pages/register/register-page.tsx"), "RegisterPage"),
  "/forgot": page(() => import("./pages/forgot/forgot-page.tsx"), "ForgotPage"),
  "/reset-password": page(
    () => import("./pages/reset-password/reset-password-page.tsx"),
    "ResetPasswordPage",
  ),
};

/** Without the navigation: nothing stands beside a question. */
const bare = {
  "/start": page(() => import("./pages/start/start-page.tsx"), "StartPage"),
  "/study": page(() => import("./pages/study/study-page.tsx"), "StudyPage"),
  "/study/done": page(() => import("./pages/done/done-page.tsx"), "DonePage"),
};

const inside = {
  "/": page(() => import("./pages/today/today-page.tsx"), "TodayPage"),
  "/words": page(() => import("./pages/words/words-page.tsx"), "WordsPage"),
  "/words/:id": page(() => import("./pages/word/word-page.tsx"), "WordPage"),
  "/books": page(() => import("./pages/books/books-page.tsx"), "BooksPage"),
  "/books/:id": page(() => import("./pages/book/book-page.tsx"), "BookPage"),
  "/progress": page(() => import("./pages/progress/progress-page.tsx"), "ProgressPage"),
  "/sessions": page(() => import("./pages/sessions/sessions-page.tsx"), "SessionsPage"),
  "/sessions/:id": page(() => import("./pages/session/session-page.tsx"), "SessionPage"),
  "/notifications": page(
    () => import("./pages/notifications/notifications-page.tsx"),
    "NotificationsPage",
  ),
  "/settings/:section?": page(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
};

const notFound = page(() => import("./pages/not-found/not-found-page.tsx"), "NotFoundPage");

/** The screen of the present address. */
export function Screens() {
  const state = useObservable(signIn);
  if (state.kind === "unknown") return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      {/* Another account begins anew, also where it follows in another tab. */}
      {state.kind === "in" ? <Inside key={state.user.id} /> : <Outside />}
    </Suspense>
  );
}

function Outside() {
  return (
    <MaintenanceGate>
      <Switch>
        {routesOf(outside)}
        <Route>
          <Redirect to={`/welcome${next()}`} replace />
        </Route>
      </Switch>
    </MaintenanceGate>
  );
}

/** Where to go on after signing in, unless it is the first page anyway. */
function next(): string {
  const wanted = location.pathname + location.search;
  return location.pathname.length > 1 ? `?next=${encodeURIComponent(wanted)}` : "";
}

/** Only addresses of the app itself: the text comes from the address bar. */
function wantedNext(): string {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  const isOwn = /^\/(?![/\\])/.test(wanted);
  return isOwn && wanted.startsWith(basePath) ? wanted.slice(basePath.length) || "/" : "/";
}

function Inside() {
  return (
    <>
      <Anywhere />
      <InsideScreen />
    </>
  );
}

function InsideScreen() {
  return (
    <Switch>
      {routesOf(bare)}
      <Route path="/reset-password" component={outside["/reset-password"]} />
      {Object.keys(outside).map((path) => (
        <Route key={path} path={path}>
          <Redirect to={wantedNext()} replace />
        </Route>
      ))}
      <Route>
        <Shell>
          <Suspense fallback={<Waiting />}>
            <Switch>
              {routesOf(inside)}
              <Route component={notFound} />
            </Switch>
          </Suspense>
        </Shell>
      </Route>
    </Switch>
  );
}

function routesOf(pages: Readonly<Record<string, ComponentType>>) {
  return Object.entries(pages).map(([path, component]) => (
    <Route key={path} path={path} component={component} />
  ));
}
