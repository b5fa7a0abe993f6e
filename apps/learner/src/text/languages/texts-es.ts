import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../es/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/es/*.json",
  ],
  { eager: true, import: "default" },
);
