import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  ["../fr/*.json", "../../../../../packages/web/src/text/fr/*.json"],
  { eager: true, import: "default" },
);
