import type { WordPublic } from "@wordloom/contract";
import { foundAmong, type Found } from "@wordloom/ui";
import { useEffect, useState } from "react";
import { listUserWordbooks, listWords } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useSystemBooks } from "../books/use-system-books.ts";
import { useRead } from "../../server-state/use-read.ts";
import { meaningAttributes, wordAttributes } from "../question/word-language.ts";
import { useSpokenQuery } from "../words/use-meaning-language.ts";
import { useCommands } from "./commands.ts";
import { useText } from "../../text/use-text.ts";

/** The service is asked after a pause in typing of this length. */
const PAUSE_MS = 150;
const WORDS_MAX = 8;
const BOOKS_MAX = 5;
const COMMANDS_MAX = 6;

export interface Group {
  readonly name: "commands" | "books" | "words";
  readonly found: readonly Found[];
}

/** The results for a text: commands and books at once, words when the service replies. */
export function useFound(search: string) {
  const wanted = search.trim();
  const commands = useCommands();
  const books = useBooks();
  const { words, ...asking } = useWords(wanted);
  const everyWord = useEveryWord(wanted);
  const groups: Group[] =
    wanted === ""
      ? [{ name: "commands", found: commands }]
      : [
          { name: "commands", found: foundAmong(commands, wanted, true).slice(0, COMMANDS_MAX) },
          { name: "books", found: foundAmong(books, wanted).slice(0, BOOKS_MAX) },
          { name: "words", found: [...foundAmong(words, wanted), everyWord] },
        ];
  return { groups: groups.filter(({ found }) => found.length > 0), ...asking };
}

/** Filters the previous reply at once, until the new one arrives. */
function useWords(search: string) {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const [, goTo] = useLocation();
  const spoken = useSpokenQuery();
  const query = useRead(
    listWords,
    { query: { perPage: WORDS_MAX, search: settled, ...spoken } },
    { enabled: settled !== "" && spoken !== undefined, keepPrevious: true },
  );
  const found = search === "" ? [] : (query.data?.data ?? []);
  return {
    words: found.map((word) => foundWord(word, goTo)),
    isAsking: search !== "" && (settled !== search || spoken === undefined || query.isFetching),
    error: search === "" ? null : query.error,
    // Without a network the call waits for one.
    isUnreached: search !== "" && query.isPaused,
  };
}

function foundWord(word: WordPublic, goTo: (path: string) => void): Found {
  const { id, text, meaning } = word;
  const choose = () => goTo(`/words/${id}`);
  return {
    id: `word-${id}`,
    label: text,
    lang: wordAttributes(word).lang,
    detail: meaning,
    detailLang: meaningAttributes(word).lang,
    choose,
  };
}

function useBooks(): readonly Found[] {
  const { t } = useText();
  const [, goTo] = useLocation();
  const own = useRead(listUserWordbooks).data ?? [];
  const system = useSystemBooks().data?.offered ?? [];
  return [...own, ...system].map(({ id, name, wordCount }) => ({
    id: `book-${id}`,
    label: name,
    detail: t("books.word_count", { count: wordCount }),
    choose: () => goTo(`/books/${id}`),
  }));
}

/** The link to the word list, which can show more than a few. */
function useEveryWord(search: string): Found {
  const { t } = useText();
  const [, goTo] = useLocation();
  return {
    id: "every-word",
    label: t("find.every_word", { search }),
    choose: () => goTo(`/words?q=${encodeURIComponent(search)}`),
  };
}
