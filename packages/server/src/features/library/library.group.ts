import type { Feature } from "../../feature.ts";
import { confusablesFeature } from "./confusables/confusables.feature.ts";
import { contentFeature } from "./content/content.feature.ts";
import { deckNotesFeature } from "./deck-notes/deck-notes.feature.ts";
import { dictionariesFeature } from "./dictionaries/dictionaries.feature.ts";
import { favoritesFeature } from "./favorites/favorites.feature.ts";
import { importsFeature } from "./imports/imports.feature.ts";
import { libraryImportsFeature } from "./library-imports/library-imports.feature.ts";
import { mediaFeature } from "./media/media.feature.ts";
import { notesFeature } from "./notes/notes.feature.ts";
import { ownWordsFeature } from "./own-words/own-words.feature.ts";
import { recordingsFeature } from "./recordings/recordings.feature.ts";
import { semanticSearchFeature } from "./semantic-search/semantic-search.feature.ts";
import { speechFeature } from "./speech/speech.feature.ts";
import { starterWordsFeature } from "./starter-words/starter-words.feature.ts";
import { wordImportsFeature } from "./word-imports/word-imports.feature.ts";
import { wordListsFeature } from "./word-lists/word-lists.feature.ts";
import { wordbookCenterFeature } from "./wordbook-center/wordbook-center.feature.ts";
import { wordbooksFeature } from "./wordbooks/wordbooks.feature.ts";
import { wordsFeature } from "./words/words.feature.ts";

/** The learning material: words, wordbooks, and knowledge about words. */
export const library: readonly Feature[] = [
  wordsFeature,
  wordbooksFeature,
  libraryImportsFeature,
  importsFeature,
  deckNotesFeature,
  mediaFeature,
  recordingsFeature,
  wordImportsFeature,
  dictionariesFeature,
  ownWordsFeature,
  wordListsFeature,
  wordbookCenterFeature,
  starterWordsFeature,
  contentFeature,
  confusablesFeature,
  semanticSearchFeature,
  speechFeature,
  favoritesFeature,
  notesFeature,
];
