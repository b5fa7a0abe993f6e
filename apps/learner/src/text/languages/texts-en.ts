import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  [
    "../en/{errors,find,help,offline,shell,study,word}.json",
    "../../../../../packages/web/src/text/en/*.json",
  ],
  { eager: true, import: "default" },
);
