import type { ComponentType } from "react";
import { Redirect, Route, Switch } from "wouter";
import { askedNext, nextQuery, ScreenBoundary, useLateScreen } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { Anywhere } from "./features/anywhere/anywhere.tsx";
import { MaintenanceGate } from "./features/shell/maintenance-gate.tsx";
import { Shell } from "./features/shell/shell.tsx";
import { useFirstScreen } from "./features/shell/use-first-screen.ts";
import { Waiting } from "./features/shell/waiting.tsx";
import { bare, inside, notFound, outside, type Screen } from "./screens.ts";
import { signIn } from "./server-state/sign-in.ts";

function drawn(screen: Screen): ComponentType {
  return function Drawn() {
    const Shown = useLateScreen(screen);
    useFirstScreen(Shown !== undefined && screen.reportsReady !== true);
    return Shown === undefined ? <Waiting /> : <Shown />;
  };
}

function drawnAt<Path extends string>(screens: Readonly<Record<Path, Screen>>) {
  const all = Object.entries<Screen>(screens).map(([path, screen]) => [path, drawn(screen)]);
  return Object.fromEntries(all) as Readonly<Record<Path, ComponentType>>;
}

const pages = { outside: drawnAt(outside), bare: drawnAt(bare), inside: drawnAt(inside) };
const NotFound = drawn(notFound);

/** The screen of the current address. */
export function Screens() {
  const state = useObservable(signIn);
  if (state.kind === "unknown") return <Waiting />;
  return (
    <ScreenBoundary whole>
      {/* Another account starts over, even if another tab signed it in. */}
      {state.kind === "in" ? <Inside key={state.user.id} /> : <Outside />}
    </ScreenBoundary>
  );
}

function Outside() {
  return (
    <MaintenanceGate>
      <Switch>
        {routesOf(pages.outside)}
        <Route>
          <Redirect to={`/welcome${nextQuery()}`} replace />
        </Route>
      </Switch>
    </MaintenanceGate>
  );
}

function Inside() {
  return (
    <>
      <Anywhere />
      <InsideScreen />
    </>
  );
}

/** The targets of email links, whether or not somebody is signed in. */
const byMail = ["/reset-password", "/confirm-email"] as const;

function InsideScreen() {
  return (
    <Switch>
      {routesOf(pages.bare)}
      {byMail.map((path) => (
        <Route key={path} path={path} component={pages.outside[path]} />
      ))}
      {Object.keys(pages.outside).map((path) => (
        <Route key={path} path={path}>
          <Redirect to={askedNext()} replace />
        </Route>
      ))}
      <Route>
        <Shell>
          <ScreenBoundary>
            <Switch>
              {routesOf(pages.inside)}
              <Route component={NotFound} />
            </Switch>
          </ScreenBoundary>
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
