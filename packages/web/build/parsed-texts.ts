import { parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import { type Message, saysItself } from "../src/text/messages.ts";

const PARSER = "@formatjs/icu-messageformat-parser";
const TEXTS = /\/text\/[a-z]{2}\/[a-z-]+\.json$/;

/**
 * Parses the texts when an app is built. The browser gets messages that are ready to be filled in,
 * and no parser, which is larger than all texts of a screen.
 */
export function parsedTexts(): Plugin {
  return {
    name: "parsed-texts",
    enforce: "pre",
    config: () => ({
      resolve: {
        alias: [{ find: new RegExp(`^${PARSER}$`), replacement: `${PARSER}/no-parser.js` }],
      },
    }),
    transform: {
      filter: { id: TEXTS },
      handler: (json) => ({ code: JSON.stringify(parsed(JSON.parse(json))), map: null }),
    },
  };
}

function parsed(texts: Readonly<Record<string, string>>): Record<string, Message> {
  const entries = Object.entries(texts);
  return Object.fromEntries(
    entries.map(([key, text]) => [key, saysItself(text) ? text : parse(text)]),
  );
}
