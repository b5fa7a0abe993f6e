import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  ["../en/*.json", "!../en/{errors,find,help,offline,shell,study,word}.json"],
  { eager: true, import: "default" },
);
