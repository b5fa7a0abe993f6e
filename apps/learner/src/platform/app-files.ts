import { basePath } from "@wordloom/web";
import { observable } from "@wordloom/web/state";

/** A newer version of the app waits to take over. */
export const newVersionWaits = observable(false);

let registered: ServiceWorkerRegistration | undefined;
let waiting: ServiceWorker | undefined;

/** Registers the service worker, which stores the app's files for offline use. */
export function startAppFiles(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .register(`${basePath}/sw.js`)
    .then(follow)
    .catch(() => undefined);
}

/** Checks for newer files; browsers check only when the app is opened, maybe days ago. */
export function lookForNewVersion(): void {
  void registered?.update().catch(() => undefined);
}

function follow(registration: ServiceWorkerRegistration): void {
  registered = registration;
  const look = (worker: ServiceWorker | null) => {
    if (worker === null) return;
    const check = () => {
      if (worker.state !== "installed" || navigator.serviceWorker.controller === null) return;
      waiting = worker;
      newVersionWaits.set(true);
    };
    worker.addEventListener("statechange", check);
    check();
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => look(registration.installing));
}

/** Activates the new version and loads it; never called in the middle of a session. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  waiting?.postMessage("take over");
}
