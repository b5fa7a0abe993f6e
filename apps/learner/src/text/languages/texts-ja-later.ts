import type { Texts } from "@wordloom/web";

export const texts = import.meta.glob<Texts>(
  ["../ja/*.json", "!../ja/{errors,find,help,offline,shell,study,word}.json"],
  { eager: true, import: "default" },
);
