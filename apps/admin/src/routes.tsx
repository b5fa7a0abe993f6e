import type { ComponentType } from "react";
import { askedNext, lateScreen, nextQuery, ScreenBoundary, useLateScreen } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { Redirect, Route, Switch } from "wouter";
import { EndedSignIn } from "./features/shell/ended-sign-in.tsx";
import { Shell } from "./features/shell/shell.tsx";
import { Unreachable } from "./features/shell/unreachable.tsx";
import { signIn } from "./server-state/sign-in.ts";

/** A page that is loaded when its address is opened. */
function page<Name extends string>(...where: Parameters<typeof lateScreen<Name>>): ComponentType {
  const screen = lateScreen(...where);
  return function Page() {
    const Shown = useLateScreen(screen);
    return Shown === undefined ? null : <Shown />;
  };
}

const SetupPage = page(() => import("./pages/setup/setup-page.tsx"), "SetupPage");
const SetupQuestions = page(() => import("./pages/setup/setup-questions.tsx"), "SetupQuestions");
const SignInPage = page(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage");
const NotFoundPage = page(() => import("./pages/not-found/not-found-page.tsx"), "NotFoundPage");

/** Address → page. */
const pages = {
  "/": page(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
  "/learning": page(() => import("./pages/learning/learning-page.tsx"), "LearningPage"),
  "/notifications": page(() => import("./pages/notices/notices-page.tsx"), "NoticesPage"),
  "/users": page(() => import("./pages/learners/learners-page.tsx"), "LearnersPage"),
  "/users/:id": page(() => import("./pages/learner/learner-page.tsx"), "LearnerPage"),
  "/feedback/:id?": page(() => import("./pages/feedback/feedback-page.tsx"), "FeedbackPage"),
  "/words/:id": page(() => import("./pages/word/word-page.tsx"), "WordPage"),
  "/clients": page(() => import("./pages/clients/clients-page.tsx"), "ClientsPage"),
  "/clients/:id": page(() => import("./pages/client/client-page.tsx"), "ClientPage"),
  "/books": page(() => import("./pages/wordbooks/wordbooks-page.tsx"), "WordbooksPage"),
  "/books/:id": page(() => import("./pages/wordbook/wordbook-page.tsx"), "WordbookPage"),
  "/dictionaries": page(
    () => import("./pages/dictionaries/dictionaries-page.tsx"),
    "DictionariesPage",
  ),
  "/broadcasts": page(() => import("./pages/broadcasts/broadcasts-page.tsx"), "BroadcastsPage"),
  "/engine": page(
    () => import("./pages/engine-metrics/engine-metrics-page.tsx"),
    "EngineMetricsPage",
  ),
  "/engine/parameters": page(
    () => import("./pages/parameters/parameters-page.tsx"),
    "ParametersPage",
  ),
  "/engine/parameters/versions": page(
    () => import("./pages/parameters/versions-page.tsx"),
    "VersionsPage",
  ),
  "/engine/parameters/canary": page(
    () => import("./pages/parameters/canary-page.tsx"),
    "CanaryPage",
  ),
  "/engine/advisor": page(() => import("./pages/advisor/advisor-page.tsx"), "AdvisorPage"),
  "/packs": page(
    () => import("./pages/resource-packs/resource-packs-page.tsx"),
    "ResourcePacksPage",
  ),
  "/packs/upload": page(() => import("./pages/resource-packs/upload-page.tsx"), "UploadPage"),
  "/packs/:id": page(
    () => import("./pages/resource-packs/resource-pack-page.tsx"),
    "ResourcePackPage",
  ),
  "/engine/experiments": page(
    () => import("./pages/experiments/experiments-page.tsx"),
    "ExperimentsPage",
  ),
  "/engine/experiments/new": page(
    () => import("./pages/experiments/new-experiment-page.tsx"),
    "NewExperimentPage",
  ),
  "/engine/experiments/:id": page(
    () => import("./pages/experiments/experiment-page.tsx"),
    "ExperimentPage",
  ),
  "/updates": page(() => import("./pages/updates/updates-page.tsx"), "UpdatesPage"),
  "/backups": page(() => import("./pages/backups/backups-page.tsx"), "BackupsPage"),
  "/monitoring": page(() => import("./pages/monitoring/monitoring-page.tsx"), "MonitoringPage"),
  "/analytics": page(() => import("./pages/app-events/app-events-page.tsx"), "AppEventsPage"),
  "/settings": page(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
  "/audit/:id": page(() => import("./pages/audit/audit-entry-page.tsx"), "AuditEntryPage"),
  "/audit": page(() => import("./pages/audit/audit-page.tsx"), "AuditPage"),
};

/** The screen of the current address. */
export function Screens() {
  const state = useObservable(signIn);
  const { kind } = state;
  if (kind === "unknown") return null;
  if (kind === "unreachable") return <Unreachable error={state.error} />;
  return (
    <ScreenBoundary whole>
      {kind === "new" || kind === "out" ? <Outside isNew={kind === "new"} /> : <Pages />}
    </ScreenBoundary>
  );
}

/**
 * Without any administrator, every address leads to setup, which continues with its questions once
 * one exists; otherwise to sign-in.
 */
function Outside({ isNew }: { readonly isNew: boolean }) {
  const [here, other] = isNew ? ["/setup", SetupPage] : ["/sign-in", SignInPage];
  return (
    <Switch>
      <Route path={here} component={other} />
      <Route>
        <Redirect to={`${here}${isNew ? "" : nextQuery()}`} replace />
      </Route>
    </Switch>
  );
}

function Pages() {
  return (
    <>
      <Switch>
        <Route path="/sign-in">
          <Redirect to={askedNext()} replace />
        </Route>
        <Route path="/setup" component={SetupQuestions} />
        <Route>
          <Shell>
            <ScreenBoundary>
              <Switch>
                {Object.entries(pages).map(([path, component]) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route component={NotFoundPage} />
              </Switch>
            </ScreenBoundary>
          </Shell>
        </Route>
      </Switch>
      <EndedSignIn />
    </>
  );
}
