/** A language beside English that the starter words teach. */
export interface TaughtLanguage {
  /** BCP 47; of the texts. */
  readonly language: string;
  /** Its file in this folder, without `.txt`. */
  readonly file: string;
  /** What stands in the column of the sound: IPA, or how the word is read. */
  readonly sound: "ipa" | "kana" | "pinyin" | "romanization";
  /** Languages of the meanings, each with the name of its books. */
  readonly editions: readonly TaughtEdition[];
}

/** The books of a language with meanings in one language. */
export interface TaughtEdition {
  readonly meaningLanguage: "en" | "zh";
  /** Smallest first; each book contains the ones before it. */
  readonly books: readonly {
    readonly size: number;
    readonly name: string;
    readonly description: string;
  }[];
}

/** Words in the list of each language. */
export const TAUGHT_WORDS = 500;

const WHOLE = "greetings, numbers, days, months, family and colors as whole sets";

/** Both books of a language: with meanings in English, and in Chinese. */
function twoEditions(
  english: { readonly name: string; readonly extras: string },
  chinese: { readonly name: string; readonly extras: string },
): TaughtEdition[] {
  const [size, { name, extras }] = [TAUGHT_WORDS, english];
  const description =
    `The first five hundred words ${extras}, and two examples each: ${WHOLE}, then everyday ` +
    "words.";
  const chineseBook = {
    size,
    name: `${chinese.name}入门 500 词（中文释义）`,
    description:
      "最先遇到的五百个词：问候、数字、星期、月份、家人、颜色成组在前，其余是日常词语，" +
      `附${chinese.extras}和带译文的例句。`,
  };
  return [
    {
      meaningLanguage: "en",
      books: [{ size, name: `${name}: first 500 words`, description }],
    },
    { meaningLanguage: "zh", books: [chineseBook] },
  ];
}

/** In the order in which the books are added. */
export const TAUGHT_LANGUAGES: readonly TaughtLanguage[] = [
  {
    language: "de",
    file: "de",
    sound: "ipa",
    editions: twoEditions(
      { name: "German", extras: "with articles, pronunciation" },
      { name: "德语", extras: "冠词、音标" },
    ),
  },
  {
    language: "es",
    file: "es",
    sound: "ipa",
    editions: twoEditions(
      { name: "Spanish", extras: "with articles, pronunciation (of Spain)" },
      { name: "西班牙语", extras: "冠词、音标（西班牙）" },
    ),
  },
  {
    language: "fr",
    file: "fr",
    sound: "ipa",
    editions: twoEditions(
      { name: "French", extras: "with articles, pronunciation" },
      { name: "法语", extras: "冠词、音标" },
    ),
  },
  {
    language: "zh-Hans",
    file: "zh",
    sound: "pinyin",
    editions: [
      {
        meaningLanguage: "en",
        books: [
          {
            size: 250,
            name: "Chinese: first 250 words",
            description:
              "The first two hundred and fifty words in simplified characters with pinyin, and " +
              `two examples each: ${WHOLE}, with the first verbs and adjectives.`,
          },
          {
            size: TAUGHT_WORDS,
            name: "Chinese: first 500 words",
            description:
              "Five hundred words in simplified characters with pinyin, and two examples each. " +
              "Begins with the first 250.",
          },
        ],
      },
    ],
  },
  {
    language: "ja",
    file: "ja",
    sound: "kana",
    editions: twoEditions(
      { name: "Japanese", extras: "in kanji with kana" },
      { name: "日语", extras: "假名读音" },
    ),
  },
  {
    language: "ko",
    file: "ko",
    sound: "romanization",
    editions: twoEditions(
      { name: "Korean", extras: "with romanization" },
      { name: "韩语", extras: "罗马字读音" },
    ),
  },
];
