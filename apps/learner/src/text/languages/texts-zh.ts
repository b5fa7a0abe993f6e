import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../zh/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/zh/*.json",
  ],
  { eager: true, import: "default" },
);
