import type { SourceFile } from "./source-file.ts";

/** Layers of a web app, top first; each uses itself and those below (see ARCHITECTURE.md). */
const LAYERS = ["pages", "features", "server-state", "text", "platform"] as const;

/** A file of one page or feature may be used by that page, or by features above it. */
const SRC = /^apps\/([^/]+)\/src\/(?:([a-z-]+)\/)?(?:([^/]+)\/)?/;

/** Only this layer calls the service. */
const FETCHING = /\bfetch\(|\bnew EventSource\(/;

/** Content is data: nothing turns it into markup. */
const MARKUP =
  /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write/;

/** Layers of the web apps, and bans on content as markup. One message per violation. */
export function brokenWebLayers(source: SourceFile): string[] {
  const isWeb = /^(apps|packages\/(ui|web)\/src)\//.test(source.path);
  if (!isWeb) return [];
  return [
    ...source.imports.flatMap(({ target }) => wrongWay(source.path, target)),
    ...(MARKUP.test(source.text) ? [`${source.path}: content is never made into markup`] : []),
    ...contractAsValue(source),
    ...fetchesElsewhere(source),
  ];
}

function wrongWay(from: string, to: string | undefined): string[] {
  const [left, right] = [SRC.exec(from), SRC.exec(to ?? "")];
  if (left === null || right === null) return [];
  const [upper, lower] = [layerOf(left[2]), layerOf(right[2])];
  if (upper === undefined || lower === undefined) return [];
  if (lower < upper) return [`${from}: ${left[2]} may not use ${right[2]} (${to})`];
  const otherPage = left[2] === "pages" && right[2] === "pages" && left[3] !== right[3];
  return otherPage ? [`${from}: pages do not use each other (${to})`] : [];
}

function layerOf(name: string | undefined): number | undefined {
  const place = LAYERS.findIndex((layer) => layer === name);
  return place < 0 ? undefined : place;
}

/** Schemas, and zod with them, stay out of the browser. */
function contractAsValue({ path, imports }: SourceFile): string[] {
  if (!/^(apps\/[^/]+|packages\/web)\/src\//.test(path)) return [];
  return imports.flatMap(({ specifier, typeOnly }) =>
    specifier === "@wordloom/contract" && !typeOnly
      ? [`${path}: types only from ${specifier}; endpoints come from virtual:endpoints`]
      : [],
  );
}

function fetchesElsewhere({ path, text }: SourceFile): string[] {
  const layer = SRC.exec(path)?.[2];
  if (layer === undefined || layer === "server-state" || !FETCHING.test(text)) return [];
  return [`${path}: only server-state talks to the service`];
}
