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
        "takes fields of maximum length",
        "refuses a text of 201 characters",
        "refuses a meaning of 2001 characters",
        "refuses a pronunciation of 201 characters",
        "refuses a part of speech of 65 characters",
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
        "takes fields of maximum length",
        "refuses 51 examples",
        "refuses an example of 1001 characters",
        "refuses 51 tags",
        "refuses a tag of 65 characters",
      ],
    },
  ],
  [
    "difficulty of a word",
    "0 to 1, clamped",
    {
      "words.routes": ["lowers a difficulty above 1", "raises a negative difficulty"],
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
      "words-batch.routes": ["takes 500 ids", "refuses 501 ids", "refuses an empty list"],
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
      "word-import.service": ["reads at most 10 MB, for at most 30 s"],
      outbound: ["times out before and during the reply"],
    },
  ],
  [
    "wordbook name",
    "1 to 100 characters",
    {
      "wordbooks.routes": [
        "takes a name and a description of maximum length",
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
        "takes a name and a description of maximum length",
        "refuses a description of 1001 characters",
      ],
    },
  ],
  [
    "batch of POST /api/wordbooks/{id}/words",
    "1 to 500",
    {
      "wordbooks.routes": ["takes 500 ids", "refuses 501 ids", "refuses an empty list"],
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
      "center-client.service": ["reads at most 50 MB, for at most 30 s"],
    },
  ],
  [
    "word of thanks to the wordbook center",
    "5 s",
    {
      outbound: ["times out after 5 s"],
    },
  ],
  [
    "note",
    "1 to 5000 characters",
    {
      "notes.routes": [
        "takes one character",
        "takes 5000 characters, counting an emoji as one",
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
        "returns 10 words by default, and at most 50",
        "raises a limit of 0 to 1",
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
