import { together } from "@wordloom/web";
import { listSystemWordbooks, readStudyConfig } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { withReadableMeanings } from "./book-languages.ts";

/** Lists the starter books of every language, too. */
export const EVERY_BOOK = { query: { languages: "*" } } as const;

/**
 * The service's books: those for the learner's languages, with meanings in the learner's own, or
 * chosen already; and the others.
 */
export function useSystemBooks() {
  const { language } = useText();
  const config = useRead(readStudyConfig);
  const learned = config.data?.learningLanguages ?? [];
  const every = useRead(listSystemWordbooks, EVERY_BOOK);
  const languages = learned.join(",");
  const suiting = useRead(listSystemWordbooks, languages === "" ? {} : { query: { languages } });
  const all = together(config, every, suiting);
  if (all.data === undefined) return { ...all, data: undefined };
  const [{ selectedWordbookIds }, books, offered] = all.data;
  const suited = withReadableMeanings(offered, language);
  const shown = new Set([...selectedWordbookIds, ...suited.map(({ id }) => id)]);
  const data = {
    offered: books.filter(({ id }) => shown.has(id)),
    others: books.filter(({ id }) => !shown.has(id)),
  };
  return { ...all, data };
}
