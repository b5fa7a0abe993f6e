import { createServer, type Plugin, type ProxyOptions } from "vite";
import { webAppPaths } from "@wordloom/server/platform/settings/web-app-folders";
import type { WebApp } from "@wordloom/server/cli/web-app-sources";

interface Place {
  /** Origin of the running service. */
  readonly service: string;
  /** Without a slash at the end; empty at the root. */
  readonly basePath: string;
  /** Port of the first app; the others get the next free ones, and are reached through it, too. */
  readonly port: number;
}

/**
 * Serves the sources of web apps with hot reload, and forwards everything else to the service. A
 * browser sees one origin, as in production, so cookies, streams and origin checks work the same.
 *
 * @returns where to open them; undefined without apps
 */
export async function startAppServers(
  apps: readonly WebApp[],
  { service, basePath, port }: Place,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  // Read by the apps' own configurations.
  process.env["WORDLOOM_SERVICE"] = service;
  const base = basePath.replaceAll(".", "\\.");
  const below = (paths: string) => `^${base}/(${paths})(/|\\?|$)`;
  const proxy: Record<string, ProxyOptions> = {
    [below("api|health|metrics|avatars|packs")]: { target: service },
  };
  const closing: (() => Promise<void>)[] = [];
  let url: string | undefined;
  // The learner app is at the root and starts last, because it forwards requests for the others.
  for (const { name, folder } of apps.toSorted((one, other) => depth(other) - depth(one))) {
    const path = webAppPaths[name];
    const server = await createServer({
      root: folder,
      base: `${basePath}${path}/`,
      plugins: [writesBasePath(basePath)],
      server: { port: path === "" ? port : port + 1, proxy },
    });
    await server.listen();
    closing.push(() => server.close());
    const [local = ""] = server.resolvedUrls?.local ?? [];
    if (path !== "") proxy[below(path.slice(1))] = { target: new URL(local).origin, ws: true };
    url = local;
  }
  const close = async () => void (await Promise.all(closing.map((one) => one())));
  return url === undefined ? undefined : { url, close };
}

function depth({ name }: WebApp): number {
  return webAppPaths[name].length;
}

/** Writes the base path into the page, as the service does with the built page. */
function writesBasePath(basePath: string): Plugin {
  return {
    name: "base-path",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replaceAll("%BASE_PATH%", basePath),
    },
  };
}
