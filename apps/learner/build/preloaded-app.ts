import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** Draws the app; `main.ts` imports it once the first requests have been sent. */
const APP = /\/src\/app\.tsx$/;

type Bundle = Rolldown.OutputBundle;

/**
 * Lets the page request the app at once. Otherwise the browser would learn of it from `main.ts`, a
 * round trip later.
 */
export function preloadedApp(): Plugin {
  return {
    name: "preloaded-app",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => filesOfApp(bundle).flatMap((name) => linkTo(name, html)),
    },
  };
}

/** The app's scripts, their imports and their styles. */
function filesOfApp(bundle: Bundle): string[] {
  const app = Object.values(bundle).find(
    (part) => part.type === "chunk" && part.moduleIds.some((id) => APP.test(id)),
  );
  if (app === undefined) throw new Error("the build has no app.tsx");
  const names = new Set([app.fileName]);
  // A set may grow during iteration.
  for (const name of names) {
    const part = bundle[name];
    if (part?.type !== "chunk") continue;
    for (const other of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])]) {
      names.add(other);
    }
  }
  return [...names];
}

function linkTo(name: string, html: string): HtmlTagDescriptor[] {
  const href = `./${name}`;
  if (html.includes(`"${href}"`)) return [];
  const rel = name.endsWith(".css") ? "stylesheet" : "modulepreload";
  return [{ tag: "link", attrs: { rel, crossorigin: true, href }, injectTo: "head" }];
}
