import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  ["../de/*.json", "!../de/{errors,find,help,offline,shell,study,word}.json"],
  { eager: true, import: "default" },
);
