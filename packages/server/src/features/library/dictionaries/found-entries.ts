import { isOfLanguage } from "@wordloom/language";
import { foldText } from "../words/word-draft.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** A word that is looked up. */
export interface AskedWord {
  readonly text: string;
  /** Canonical tags of BCP 47. */
  readonly language: string;
  /** Undefined: meanings in any language. */
  readonly meaningLanguage: string | undefined;
}

/** An entry with where it comes from. */
export interface Known {
  /** Place of its source among those that are asked. */
  readonly order: number;
  readonly language: string;
  readonly meaningLanguage: string;
  readonly source: { readonly id: string; readonly title: string; readonly attribution: string };
  /** Number of the dictionary; undefined for the library. */
  readonly seq: number | undefined;
  readonly entry: StoredEntry;
}

/** An entry that answers a look-up. */
export interface Found extends Known {
  readonly match: "exact" | "folded" | "base";
  readonly pronunciation: string;
  readonly rank: number | null;
}

const MATCHES = ["exact", "folded", "base"] as const;

/** Whether one of the languages belongs to the other: `zh` and `zh-Hans`, in either order. */
export function isOneLanguage(tag: string, other: string): boolean {
  return isOfLanguage(tag, other) || isOfLanguage(other, tag);
}

/**
 * The entries that explain a word, the best first: by how it is spelled, then by the order of the
 * sources, then by their scores.
 *
 * @param direct  entries for the same folded text
 * @param based  entries for its base forms, the likeliest first
 */
export function rankFound(
  { text, language, meaningLanguage }: AskedWord,
  direct: readonly Known[],
  based: readonly Known[],
): Omit<Found, "pronunciation" | "rank">[] {
  const explains = ({ entry, ...of }: Known) =>
    entry.kind === "word" &&
    isOneLanguage(of.language, language) &&
    (meaningLanguage === undefined || isOneLanguage(of.meaningLanguage, meaningLanguage));
  const spelled = text.normalize("NFC").trim();
  const all = [
    ...direct.map((known) => {
      const match = known.entry.text === spelled ? ("exact" as const) : ("folded" as const);
      return { ...known, match };
    }),
    ...based
      .filter((known) => !direct.includes(known))
      .map((known) => ({ ...known, match: "base" as const })),
  ];
  return all
    .filter(explains)
    .toSorted(
      (a, b) =>
        MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
        a.order - b.order ||
        (b.entry.score ?? 0) - (a.entry.score ?? 0),
    );
}

/** Pronunciation and rank of an entry: its own, or those that dictionaries of figures have. */
export function figuresFor(
  { entry, language }: Pick<Known, "entry" | "language">,
  known: ReadonlyMap<string, readonly Known[]>,
): Pick<Found, "pronunciation" | "rank"> {
  const { text, reading = "" } = entry;
  const isSame = (other: StoredEntry) =>
    other.text === text && ["", reading || other.reading].includes(other.reading ?? "");
  const figures = (known.get(foldText(text)) ?? []).filter(
    (one) => isOneLanguage(one.language, language) && isSame(one.entry),
  );
  const byOrder = figures.toSorted((a, b) => a.order - b.order).map((one) => one.entry);
  const sound = byOrder.find(({ kind }) => kind === "ipa" || kind === "pitch");
  const frequency = byOrder.find(({ kind }) => kind === "frequency");
  return {
    pronunciation: entry.pronunciation || (sound?.pronunciation ?? ""),
    rank: entry.rank ?? frequency?.rank ?? null,
  };
}
