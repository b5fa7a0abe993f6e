import type { NoteType } from "../decks/note-types.ts";
import type { WrittenCollection } from "./written-deck.ts";

/** Deck 1 and its options have to exist. */
const DEFAULT_ID = 1;

const LATEX_PRE =
  "\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n" +
  "\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n" +
  "\\begin{document}\n";

/** The settings of a collection of schema 11, as JSON texts of the columns of `col`. */
export function collectionJson(collection: WrittenCollection) {
  const nowS = Math.floor(collection.nowMs / 1000);
  const decks = collection.decks.some(({ id }) => id === DEFAULT_ID)
    ? collection.decks
    : [{ id: DEFAULT_ID, name: "Default" }, ...collection.decks];
  return {
    conf: JSON.stringify(confOf(collection)),
    models: byId(collection.noteTypes.map((type) => modelOf(type, nowS))),
    decks: byId(decks.map((deck) => deckOf(deck, nowS))),
    dconf: byId([OPTIONS]),
  };
}

function byId(list: readonly { readonly id: number | string }[]): string {
  return JSON.stringify(Object.fromEntries(list.map((one) => [one.id, one])));
}

function confOf({ minutesWest }: WrittenCollection) {
  return {
    activeDecks: [DEFAULT_ID],
    addToCur: true,
    collapseTime: 1200,
    creationOffset: minutesWest,
    curDeck: DEFAULT_ID,
    curModel: null,
    dueCounts: true,
    estTimes: true,
    newSpread: 0,
    nextPos: 1,
    schedVer: 2,
    sched2021: true,
    sortBackwards: false,
    sortType: "noteFld",
    timeLim: 0,
  };
}

function modelOf({ id, name, isCloze, fields, templates, css }: NoteType, nowS: number) {
  return {
    id: Number(id),
    name,
    type: isCloze ? 1 : 0,
    css,
    did: null,
    flds: fields.map((field, ord) => ({
      name: field,
      ord,
      font: "Arial",
      media: [],
      rtl: false,
      size: 20,
      sticky: false,
    })),
    latexPre: LATEX_PRE,
    latexPost: "\\end{document}",
    latexsvg: false,
    mod: nowS,
    req: templates.map(({ ordinal }) => [ordinal, "any", [0]]),
    sortf: 0,
    tags: [],
    tmpls: templates.map((template) => ({
      name: template.name,
      ord: template.ordinal,
      // A side that was too long to keep shows the first field.
      qfmt: template.question || `{{${isCloze ? "cloze:" : ""}${fields[0] ?? ""}}}`,
      afmt: template.answer,
      bqfmt: "",
      bafmt: "",
      did: null,
    })),
    usn: -1,
    vers: [],
  };
}

function deckOf({ id, name }: WrittenCollection["decks"][number], nowS: number) {
  return {
    id,
    name,
    browserCollapsed: false,
    collapsed: false,
    conf: DEFAULT_ID,
    desc: "",
    dyn: 0,
    extendNew: 0,
    extendRev: 0,
    lrnToday: [0, 0],
    mod: nowS,
    newToday: [0, 0],
    revToday: [0, 0],
    timeToday: [0, 0],
    usn: -1,
  };
}

/** Anki's own defaults. */
const OPTIONS = {
  id: DEFAULT_ID,
  name: "Default",
  autoplay: true,
  dyn: false,
  lapse: { delays: [10], leechAction: 0, leechFails: 8, minInt: 1, mult: 0 },
  maxTaken: 60,
  mod: 0,
  new: {
    bury: true,
    delays: [1, 10],
    initialFactor: 2500,
    ints: [1, 4, 7],
    order: 1,
    perDay: 20,
    separate: true,
  },
  replayq: true,
  rev: {
    bury: true,
    ease4: 1.3,
    fuzz: 0.05,
    hardFactor: 1.2,
    ivlFct: 1,
    maxIvl: 36_500,
    minSpace: 1,
    perDay: 200,
  },
  timer: 0,
  usn: -1,
};
