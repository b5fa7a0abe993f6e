import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../de/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/de/*.json",
  ],
  { eager: true, import: "default" },
);
