/** Languages by their names in English, themselves, and the seven languages of the apps. */
const NAMES: Readonly<Record<string, string>> = {
  en: "english|englisch|anglais|inglés|ingles|英语|英文|英語|영어|inglese|inglês|английский",
  de: "german|deutsch|allemand|alemán|aleman|德语|德文|德語|ドイツ語|독일어|tedesco|немецкий",
  fr: "french|français|francais|französisch|francés|frances|法语|法文|法語|フランス語|프랑스어|francese",
  es: "spanish|español|espanol|spanisch|espagnol|西班牙语|西班牙文|西語|スペイン語|스페인어|spagnolo",
  it: "italian|italiano|italienisch|italien|意大利语|意大利文|イタリア語|이탈리아어",
  pt: "portuguese|português|portugues|portugiesisch|portugais|portugués|葡萄牙语|ポルトガル語|포르투갈어",
  nl: "dutch|nederlands|niederländisch|néerlandais|neerlandés|holandés|荷兰语|オランダ語|네덜란드어",
  sv: "swedish|svenska|schwedisch|suédois|sueco|瑞典语|スウェーデン語|스웨덴어",
  da: "danish|dansk|dänisch|danois|danés|丹麦语|デンマーク語|덴마크어",
  no: "norwegian|norsk|norwegisch|norvégien|noruego|挪威语|ノルウェー語|노르웨이어",
  pl: "polish|polski|polnisch|polonais|polaco|波兰语|ポーランド語|폴란드어",
  ru: "russian|русский|russisch|russe|ruso|俄语|俄文|ロシア語|러시아어",
  uk: "ukrainian|українська|ukrainisch|ukrainien|ucraniano|乌克兰语|ウクライナ語|우크라이나어",
  tr: "turkish|türkçe|türkisch|turc|turco|土耳其语|トルコ語|터키어",
  ar: "arabic|العربية|arabisch|arabe|árabe|阿拉伯语|アラビア語|아랍어",
  he: "hebrew|עברית|hebräisch|hébreu|hebreo|希伯来语|ヘブライ語|히브리어",
  fa: "persian|farsi|فارسی|persisch|persan|persa|波斯语|ペルシア語",
  hi: "hindi|हिन्दी|印地语|ヒンディー語|힌디어",
  ja: "japanese|日本語|japanisch|japonais|japonés|japones|日语|日文|일본어|giapponese|японский",
  ko: "korean|한국어|koreanisch|coréen|coreano|韩语|韩文|韓語|韓国語|корейский",
  zh:
    "chinese|中文|汉语|漢語|中国語|chinesisch|chinois|chino|중국어|cinese|китайский|mandarin|普通话|" +
    "simplified chinese|chinese (simplified)|traditional chinese|chinese (traditional)|简体中文|繁體中文",
  la: "latin|latein|latín|latina|拉丁语|ラテン語|라틴어",
  el: "greek|ελληνικά|griechisch|grec|griego|希腊语|ギリシア語|그리스어",
  cs: "czech|čeština|tschechisch|tchèque|checo|捷克语|チェコ語|체코어",
  hu: "hungarian|magyar|ungarisch|hongrois|húngaro|匈牙利语|ハンガリー語|헝가리어",
  fi: "finnish|suomi|finnisch|finnois|finlandés|芬兰语|フィンランド語|핀란드어",
  vi: "vietnamese|tiếng việt|vietnamesisch|vietnamien|vietnamita|越南语|ベトナム語|베트남어",
  th: "thai|ไทย|ภาษาไทย|thailändisch|泰语|タイ語|태국어",
  id: "indonesian|bahasa indonesia|indonesisch|indonésien|indonesio|印尼语|インドネシア語|인도네시아어",
};

const TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([tag, names]) =>
    names.split("|").map((name): [string, string] => [name, tag]),
  ),
);

const TWO_LETTERS = new Set(Object.keys(NAMES));

/** The language that a name or a two-letter code means; undefined for other texts. */
export function languageOfName(name: string): string | undefined {
  const folded = name.normalize("NFC").trim().toLowerCase();
  return TAGS.get(folded) ?? (TWO_LETTERS.has(folded) ? folded : undefined);
}
