import type { NoteType } from "../decks/note-types.ts";

/** What a note says of a word. */
interface NotedWord {
  readonly text: string;
  readonly meaning: string;
  readonly reading: string | null;
  readonly pronunciation: string | null;
  readonly examples: readonly string[];
  readonly exampleMeanings: readonly string[];
}

/** Which cards of `WORDLOOM_TYPE` ask for what. */
export const WORDLOOM_CARDS = { recognition: 0, production: 1 } as const;

/** Above the names of this type's cards; below them what both answers show. */
const DETAILS = [
  "{{#Reading}}<div class=reading>{{Reading}}</div>{{/Reading}}",
  "{{#Pronunciation}}<div class=reading>{{Pronunciation}}</div>{{/Pronunciation}}",
].join("\n");
const EXAMPLES = "{{#Examples}}<div class=examples>{{Examples}}</div>{{/Examples}}";

/** The note type of words that came from no deck. Its id never changes, so that decks update. */
export const WORDLOOM_TYPE: NoteType = {
  id: "1764288000000",
  name: "Wordloom",
  isCloze: false,
  fields: ["Word", "Meaning", "Reading", "Pronunciation", "Examples", "Audio"],
  templates: [
    {
      ordinal: WORDLOOM_CARDS.recognition,
      name: "Recognition",
      question: "<div class=word>{{Word}}</div>\n{{Audio}}",
      answer: `{{FrontSide}}\n<hr id=answer>\n${DETAILS}\n<div>{{Meaning}}</div>\n${EXAMPLES}`,
    },
    {
      ordinal: WORDLOOM_CARDS.production,
      name: "Production",
      question: "{{Meaning}}",
      answer:
        "{{FrontSide}}\n<hr id=answer>\n<div class=word>{{Word}}</div>\n" +
        `${DETAILS}\n${EXAMPLES}\n{{Audio}}`,
    },
  ],
  css:
    ".card { font-family: sans-serif; font-size: 20px; text-align: center; }\n" +
    ".word { font-size: 32px; }\n.reading { opacity: .7; }\n" +
    ".examples { margin-top: 1em; font-size: 17px; }\n",
};

/**
 * The fields of a word as a note of `WORDLOOM_TYPE`, HTML.
 *
 * @param audio  a name in the deck's media, or an address; empty for none
 */
export function wordloomFields(word: NotedWord, audio: string): string[] {
  const examples = word.examples.map((example, at) => {
    const meaning = word.exampleMeanings[at] ?? "";
    return html(meaning === "" ? example : `${example} — ${meaning}`);
  });
  return [
    html(word.text),
    html(word.meaning),
    html(word.reading ?? ""),
    html(word.pronunciation ?? ""),
    examples.join("<br>"),
    audio === "" ? "" : `[sound:${audio.replace(/[\]\n]/g, "_")}]`,
  ];
}

/** Text as HTML that shows it, and that no program takes for something else. */
export function html(text: string): string {
  return text
    .replaceAll("\x1f", " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("[sound:", "&#91;sound:")
    .replace(/\r\n?|\n/g, "<br>");
}
