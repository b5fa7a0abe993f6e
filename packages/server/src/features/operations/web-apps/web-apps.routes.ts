import type { Deps } from "../../../deps.ts";
import { prefersPage } from "../../../platform/http/accept.ts";
import type { FallbackModule, Unrouted } from "../../../platform/http/unknown-routes.ts";
import { webAppPaths } from "../../../platform/settings/web-app-folders.ts";
import { respondWith } from "./file-answer.ts";
import { pageHeaders } from "./page-headers.ts";
import { readWebFiles, type WebFiles } from "./web-files.ts";

type Headers = Readonly<Record<string, string>>;
type Needs = Pick<Deps, "settings" | "webApps">;

/**
 * Serves the web apps: the learners' at the root, the administrators' at `/admin`. Any path that is
 * not a file gets the index page if a browser requests a page, and the app shows the screen.
 */
export const webAppsFallback: FallbackModule = (deps) => {
  const apps = readApps(deps);
  const appOf = (path: string) => apps.find((app) => path === app.path || isBelow(path, app.path));
  return {
    answer: (request) => appOf(request.path)?.answer(request),
    methods: (path) => (appOf(path)?.isFile(path) === true ? READING : []),
  };
};

const READING = ["GET", "HEAD"];

/** Paths of the service itself. Unknown ones below them are not screens. */
const OWN = /^\/(api|health|metrics|avatars|packs|admin)(\/|$)/;

function readApps({ settings, webApps }: Needs) {
  const base = settings.BASE_PATH.replace(/\/$/, "");
  const headers = pageHeaders(settings.PACK_IMAGE_HOSTS);
  return Object.entries(webAppPaths).flatMap(([name, path]) => {
    const folder = webApps[name as keyof typeof webAppPaths];
    return folder === undefined ? [] : [createApp(path, headers, readWebFiles(folder, base))];
  });
}

function createApp(path: string, headers: Headers, { files, page, folders }: WebFiles) {
  const template = `${path}/*`;
  const showPage = respondWith(page, headers, template, "accept");
  const responses = new Map(
    [...files].map(([name, file]) => [`${path}/${name}`, respondWith(file, headers, template)]),
  );
  // The page itself is sent for any Accept header.
  for (const root of [path, `${path}/`]) responses.set(root, showPage);
  return {
    path,
    isFile: (asked: string) => responses.has(asked),
    answer({ method, path: asked, request }: Unrouted) {
      if (!READING.includes(method)) return undefined;
      const respond = responses.get(asked);
      if (respond !== undefined) return respond(request);
      const isScreen =
        prefersPage(request.header("accept")) &&
        !(path === "" && OWN.test(asked)) &&
        canBeScreen(asked.slice(path.length + 1), folders);
      return isScreen ? showPage(request) : undefined;
    },
  };
}

/**
 * A hidden name, an empty one that is not the last, or a character that no address of the apps has.
 */
const NO_SCREEN = /(^|\/)[./]|[\\\u0000-\u001f]/;

/**
 * Whether a path may be the address of a screen. A path that looks like a missing file does not get
 * a page. A dot makes a name a file only at the top, because ids of words, which are part of some
 * addresses, may contain dots.
 */
function canBeScreen(name: string, folders: ReadonlySet<string>): boolean {
  const plain = decoded(name);
  if (plain === undefined || NO_SCREEN.test(plain)) return false;
  const [first = "", ...rest] = plain.split("/");
  return !folders.has(first) && (rest.length > 0 || !first.includes("."));
}

/** Undefined if the text is not percent-encoded UTF-8. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(`${root}/`);
}
