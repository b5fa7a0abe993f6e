import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  ["../zh/*.json", "../../../../../packages/web/src/text/zh/*.json"],
  { eager: true, import: "default" },
);
