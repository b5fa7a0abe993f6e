import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../fr/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/fr/*.json",
  ],
  { eager: true, import: "default" },
);
