import { lazy, Suspense, useState, type ComponentType } from "react";
import { Redirect, Route, Switch } from "wouter";
import { basePath, ScreenBoundary } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { Anywhere } from "./features/anywhere/anywhere.tsx";
import { MaintenanceGate } from "./features/shell/maintenance-gate.tsx";
import { Shell } from "./features/shell/shell.tsx";
import { useFirstScreen } from "./features/shell/use-first-screen.ts";
import { Waiting } from "./features/shell/waiting.tsx";
import { bare, inside, notFound, outside, type Screen } from "./screens.ts";
import { signIn } from "./server-state/sign-in.ts";

/**
 * Drawn at once where it was loaded ahead: React keeps up what stands in for a late one for a third
 * of a second.
 */
function drawn({ load, loaded, saysItStands }: Screen): ComponentType {
  const Late = lazy(async () => ({ default: await load() }));
  return function Drawn() {
    // The one it began with: another would begin anew.
    const [Shown] = useState<ComponentType>(() => loaded() ?? Late);
    useFirstScreen(!saysItStands);
    return <Shown />;
  };
}

function drawnAt<Path extends string>(screens: Readonly<Record<Path, Screen>>) {
  const all = Object.entries<Screen>(screens).map(([path, screen]) => [path, drawn(screen)]);
  return Object.fromEntries(all) as Readonly<Record<Path, ComponentType>>;
}

const pages = { outside: drawnAt(outside), bare: drawnAt(bare), inside: drawnAt(inside) };
const NotFound = drawn(notFound);

/** The screen of the present address. */
export function Screens() {
  const state = useObservable(signIn);
  if (state.kind === "unknown") return <Waiting />;
  return (
    <ScreenBoundary whole>
      <Suspense fallback={<Waiting />}>
        {/* Another account begins anew, also where it follows in another tab. */}
        {state.kind === "in" ? <Inside key={state.user.id} /> : <Outside />}
      </Suspense>
    </ScreenBoundary>
  );
}

function Outside() {
  return (
    <MaintenanceGate>
      <Switch>
        {routesOf(pages.outside)}
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

/** Where mails lead, whether or not somebody is signed in. */
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
          <Redirect to={wantedNext()} replace />
        </Route>
      ))}
      <Route>
        <Shell>
          <ScreenBoundary>
            <Suspense fallback={<Waiting />}>
              <Switch>
                {routesOf(pages.inside)}
                <Route component={NotFound} />
              </Switch>
            </Suspense>
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
