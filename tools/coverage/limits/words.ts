import type { Limit } from "../limits.ts";

/** Words, wordbooks, the wordbook center, notes and content. */
export const wordLimits: readonly Limit[] = [
  [
    "id of a word",
    "1 to 64 characters",
    {
      "words.routes": [
        "takes an id of 64 characters",
        "refuses an id of 65 characters",
        "refuses an empty id",
      ],
    },
  ],
  [
    "fields of a word",
    "text 200, meaning 2000, pronunciation 200, part of speech 64 characters",
    {
      "words.routes": [
        "takes all that the limits allow",
        "refuses a text of 201 characters",
        "refuses a meaning of 2001",
        "refuses a pronunciation of 201",
        "refuses a part of speech of 65",
        "refuses a blank text",
        "refuses an empty meaning",
      ],
    },
  ],
  [
    "examples and tags of a word",
    "50 of 1000 and 50 of 64 characters",
    {
      "words.routes": [
        "takes all that the limits allow",
        "refuses 51 examples",
        "refuses an example of 1001",
        "refuses 51 tags",
        "refuses a tag of 65",
      ],
    },
  ],
  [
    "difficulty of a word",
    "0 to 1, clamped",
    {
      "words.routes": ["brings difficulty into range", "brings a negative difficulty into range"],
    },
  ],
  [
    "search text",
    "100 characters",
    {
      "words.routes": ["takes a search of 100 characters", "refuses a search of 101 characters"],
    },
  ],
  [
    "batch of POST /api/words/batch",
    "1 to 500",
    {
      "words-batch.routes": ["adds 500 words", "refuses 501 words", "refuses an empty batch"],
    },
  ],
  [
    "batch of POST /api/words/batch-get",
    "1 to 500",
    {
      "words-batch.routes": ["takes 500 ids", "refuses 501 ids", "refuses no ids"],
    },
  ],
  [
    "URL import",
    "10 MB, 30 s, 5000 words",
    {
      "word-import.routes": [
        "reads 10 MB",
        "reads no more than 10 MB",
        "adds 5000 words",
        "refuses 5001 words",
      ],
      "word-import.service": ["waits 30 s for 10 MB at most"],
      outbound: ["gives up when the time is over, before and within the answer"],
    },
  ],
  [
    "wordbook name",
    "1 to 100 characters",
    {
      "wordbooks.routes": [
        "takes the longest name and description",
        "refuses a name of 101 characters",
        "refuses a blank name",
      ],
    },
  ],
  [
    "wordbook description",
    "1000 characters",
    {
      "wordbooks.routes": [
        "takes the longest name and description",
        "refuses a description of 1001 characters",
      ],
    },
  ],
  [
    "batch of POST /api/wordbooks/{id}/words",
    "1 to 500",
    {
      "wordbooks.routes": ["takes 500 ids", "refuses 501 ids", "refuses no ids"],
    },
  ],
  [
    "wordbookIds of the progress",
    "500",
    {
      "book-progress.routes": ["takes 500 ids", "refuses 501 ids"],
    },
  ],
  [
    "file of the wordbook center",
    "50 MB, 30 s",
    {
      "center-faults.routes": [
        "GET /api/wordbook-center/browse / reads 50 MB",
        "GET /api/wordbook-center/browse / reads no more than 50 MB",
        "POST /api/wordbook-center/import/:id / reads 50 MB",
        "POST /api/wordbook-center/import/:id / reads no more than 50 MB",
        "POST /api/wordbook-center/import-url / reads 50 MB",
        "POST /api/wordbook-center/import-url / reads no more than 50 MB",
      ],
      "center-client.service": ["waits 30 s for 50 MB at most"],
    },
  ],
  [
    "word of thanks to the wordbook center",
    "5 s",
    {
      outbound: ["is given up after 5 s"],
    },
  ],
  [
    "note",
    "1 to 5000 characters",
    {
      "notes.routes": [
        "takes one character",
        "takes 5000 characters, of which an emoji is one",
        "POST /api/word-notes / refuses 5001 characters",
        "refuses an empty content",
        "takes 5000 characters",
        "PUT /api/word-notes/:id / refuses 5001 characters",
      ],
    },
  ],
  [
    "ids of the favourite status",
    "500",
    {
      "favorites.routes": ["takes 500 ids", "refuses 501 ids"],
    },
  ],
  ["parts of a word", "20", { "content.routes": ["takes 20", "refuses 21"] }],
  [
    "semantic search",
    "10 unless told, 1 to 50, clamped",
    {
      "semantic-search.routes": [
        "gives 10 unless told, and at most 50",
        "brings a limit of 0 up to 1",
      ],
    },
  ],
  [
    "confusion pairs",
    "20 unless told, 1 to 100, clamped",
    {
      "confusables.routes": ["returns 20 by default, and at most 100", "raises a limit of 0 to 1"],
    },
  ],
];
