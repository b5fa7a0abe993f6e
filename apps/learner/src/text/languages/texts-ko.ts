import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../ko/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/ko/*.json",
  ],
  { eager: true, import: "default" },
);
