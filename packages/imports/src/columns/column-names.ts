import type { ColumnRole } from "../table.ts";

/** Names of columns in English, Chinese, Japanese, Korean, French, German and Spanish. */
const NAMES: Readonly<Record<Exclude<ColumnRole, "ignore">, string>> = {
  text:
    "text|word|words|term|terms|front|headword|head word|expression|vocab|vocabulary|vocab word|" +
    "spelling|lemma|" +
    "simplified|hanzi|kanji|highlight|question|target|target word|lexeme|entry|source text|" +
    "phrase|" +
    "单词|单字|词|词语|词汇|生词|词条|英文|单詞|單字|單詞|詞彙|正面|" +
    "単語|言葉|語彙|見出し語|表|表現|表面|漢字|단어|어휘|낱말|표제어|앞면|" +
    "mot|mots|terme|vocabulaire|recto|expression|wort|wörter|vokabel|vokabeln|begriff|" +
    "vorderseite|texte|texto|テキスト|텍스트|文字|" +
    "palabra|palabras|término|termino|vocabulario|anverso|слово|parola|palavra",
  meaning:
    "meaning|meanings|definition|definitions|translation|translations|back|answer|gloss|" +
    "glossary|sense|hint|" +
    "english definition|back extra|rückseite extra|verso extra|reverso extra|" +
    "背面额外|背面額外內容|裏面の追加情報|" +
    "释义|意思|含义|中文|解释|翻译|译文|中文释义|词义|背面|釋義|意義|解釋|翻譯|" +
    "意味|訳|和訳|英訳|定義|裏|裏面|뜻|의미|번역|해석|뒷면|" +
    "sens|signification|traduction|définition|definition|verso|" +
    "bedeutung|übersetzung|definition|rückseite|significado|traducción|traduccion|definición|" +
    "definicion|reverso|" +
    "перевод|значение|traduzione|tradução",
  reading:
    "reading|readings|kana|furigana|hiragana|pinyin|romaji|romanization|romanisation|" +
    "transliteration|" +
    "拼音|读音|讀音|假名|注音|読み|読み方|よみ|かな|ふりがな|発音かな|병음|독음|가나|" +
    "lecture|lesung|lectura|romanisierung|romanización",
  pronunciation:
    "pronunciation|phonetic|phonetics|ipa|phonetic symbol|transcription|usphone|ukphone|" +
    "phonetic0|" +
    "音标|发音|英式音标|美式音标|音標|發音|発音|発音記号|발음|발음기호|" +
    "prononciation|phonétique|aussprache|lautschrift|pronunciación|pronunciacion|fonética",
  partOfSpeech:
    "part of speech|partofspeech|pos|word class|word type|type|class|" +
    "词性|詞性|品詞|품사|nature|catégorie|classe grammaticale|wortart|categoría|categoria gramatical|clase",
  examples:
    "example|examples|sentence|sentences|example sentence|example sentences|context|usage|" +
    "fragment|in context|" +
    "例句|例子|例文|用例|문장|예문|예|exemple|exemples|phrase exemple|phrases|contexte|" +
    "beispiel|beispiele|beispielsatz|beispielsätze|satz|kontext|ejemplo|ejemplos|oración|" +
    "oracion|frase|contexto",
  exampleMeanings:
    "example meaning|example meanings|examplemeanings|example translation|sentence translation|" +
    "sentence meaning|translated sentence|example english|sentence english|" +
    "例句翻译|例句释义|例文の訳|例文訳|例文の意味|예문 번역|예문 뜻|traduction de l'exemple|" +
    "beispielübersetzung|übersetzung des beispiels|satzübersetzung|traducción del ejemplo",
  tags:
    "tag|tags|label|labels|group|category|topic|标签|標籤|分类|分類|タグ|태그|étiquette|étiquettes|" +
    "schlagwort|schlagwörter|stichwörter|etiqueta|etiquetas|thema",
  audio: "audio|audiourl|audio url|sound|recording|音频|音声|声音|오디오|son|ton|aufnahme|sonido",
  language: "language|lang|source language|语言|語言|言語|언어|langue|sprache|idioma",
  meaningLanguage:
    "meaninglanguage|meaning language|target language|definition language|释义语言|bedeutungssprache",
  difficulty: "difficulty|难度|難度|難易度|난이도|difficulté|schwierigkeit|dificultad",
};

/** Columns that other programs keep for themselves. */
const IGNORED =
  "id|guid|nr|no|number|#|index|plural|level title|level|added|status|box|parent|link status|" +
  "notes|note id|" +
  "picture|image|img|photo|extra|comment|comments|mnemonic|source|frequency|rank|sort|sort id|" +
  "key|" +
  "add reverse|增加翻转的卡片|加入反向卡片|反転カードを追加|ajouter le verso|añadir reverso|" +
  "umgekehrte richtung hinzufügen|bild|图片|影像|画像|이미지|imagen|" +
  "created|modified|date|collins|oxford|bnc|frq|exchange|detail|strength|due|interval|ease|" +
  "序号|番号|번호|numéro|nummer|número|mehrzahl|复数|複数形|pluriel";

const ROLES: ReadonlyMap<string, ColumnRole> = new Map([
  ...Object.entries(NAMES).flatMap(([role, names]) =>
    names.split("|").map((name): [string, ColumnRole] => [name, role as ColumnRole]),
  ),
  ...IGNORED.split("|").map((name): [string, ColumnRole] => [name, "ignore"]),
  // A word that two lists have is read as what most programs mean by it.
  ["definition", "meaning"],
  ["expression", "text"],
  ["phrases", "examples"],
  ["type", "partOfSpeech"],
]);

/** The role that the name of a column means, in any of the seven languages; else undefined. */
export function roleOfName(name: string): ColumnRole | undefined {
  const folded = foldName(name);
  return ROLES.get(folded) ?? ROLES.get(folded.replaceAll(" ", ""));
}

export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/^\uFEFF/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[_\s-]+/g, " ")
    .replace(/[.:*]+$/, "")
    .trim();
}
