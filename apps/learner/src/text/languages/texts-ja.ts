import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../ja/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/ja/*.json",
  ],
  { eager: true, import: "default" },
);
