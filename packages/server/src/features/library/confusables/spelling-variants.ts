import { withoutAccents } from "@wordloom/language";

/** Longer words have too many variants, and are rarely confused because of a single letter. */
const LENGTH_MAX = 20;
const VARIANTS_MAX = 3_000;

/** Letters to insert or substitute, by script. Other scripts have too many characters. */
const ALPHABETS: readonly (readonly [script: RegExp, letters: string])[] = [
  [/^[a-z' -]+$/, "abcdefghijklmnopqrstuvwxyz"],
  [/^[\p{Script=Latin}' -]+$/u, "abcdefghijklmnopqrstuvwxyzäöüßàâçéèêëîïôœùûñáíóú"],
  [/^[\p{Script=Cyrillic}' -]+$/u, "абвгґдеёєжзиіїйклмнопрстуўфхцчшщъыьэюя"],
  [/^[\p{Script=Greek}' -]+$/u, "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ"],
  [/^[\p{Script=Arabic}' -]+$/u, "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىةپچژگ"],
  [/^[\p{Script=Hebrew}' -]+$/u, "אבגדהוזחטיכךלמםנןסעפףצץקרשת"],
  [/^[\p{Script=Armenian}' -]+$/u, "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև"],
  [/^[\p{Script=Georgian}' -]+$/u, "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"],
  [/^[\p{Script=Devanagari}' -]+$/u, "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौं्"],
  [/^[\p{Script=Thai}' -]+$/u, "กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาิีึืุูเแโใไ็่้"],
];

/** Spellings of one sound, or parts of similar meaning, that learners of English confuse. */
const EXCHANGES: readonly (readonly [string, string])[] = [
  "ie:ei ea:ee ei:ee ie:ee ai:a ay:ai ai:ei oa:o ou:oo ow:ou ower:our ough:ow aw:au aw:or ar:er",
  "er:or ir:er ur:er ur:ir eir:ere air:are ear:eer oar:ore our:or au:o oo:u ue:ew ei:ai ey:ay",
  "ph:f ck:k c:k c:s s:z sc:s ps:s kn:n gn:n wr:r wh:w mb:m ight:ite igh:i gh:f dge:ge tch:ch",
  "x:cks x:cs que:k qu:kw j:g sh:ch ti:ci ci:si s:ce se:ce gue:g th:t le:al el:al le:el",
  "able:ible ance:ence ant:ent ancy:ency ary:ery ery:ory ary:ory ic:ical al:ial tion:sion ise:ize",
  "er:ar ous:us ious:eous ive:ative ful:less ly:y ess:es ed:t ies:ys ure:er ude:ute ate:ite",
  "per:pro per:pre pro:pre in:un im:un in:im em:im en:in em:en ex:in ex:ac e:a e:i de:di dis:de",
  "de:re re:pre ab:ad ad:ac inter:intra hyper:hypo anti:ante sub:super con:com a:e af:ef al:il",
  "em:imm over:under up:down out:in for:fore o:u a:o i:y i:e ea:e ow:o eigh:ay ign:ine oke:olk",
  "ain:ane ail:ale aid:ade ait:ate aist:aste ear:ere ear:are air:ear eak:ake eat:ate ood:ould",
  "oot:oute oul:ole oad:ode oat:ote oan:one our:ore eed:ede eet:ete eel:eal eace:iece",
].flatMap((line) => line.split(" ").map(toPair));

/** Latin prefixes, often the only difference between words: attain, obtain, contain. */
const PREFIXES = (
  "trans inter sub suc sup sus sur con com col cor per pre pro dis de ex ef in im il ir ob oc of " +
  "op re se ab ad ac af ag al an ap ar as at a e"
).split(" ");
/** Minimum length of the word after the prefix. */
const STEM_MIN = 4;

function toPair(text: string): readonly [string, string] {
  const [a = "", b = ""] = text.split(":");
  return [a, b];
}

/**
 * Texts easily confused with this one, whether or not they are words: all that differ by one letter
 * or by two swapped letters, those with one or two spellings exchanged, and those with another
 * prefix.
 *
 * @param text  lower case
 */
export function spellingVariants(text: string): string[] {
  const letters = ALPHABETS.find(([script]) => script.test(text))?.[1];
  if (letters === undefined || [...text].length > LENGTH_MAX) return [];
  const variants = new Set(oneEdit(text, letters));
  const once = exchanged(text);
  for (const variant of [...once, ...withOtherPrefix(text)]) variants.add(variant);
  for (const variant of once) {
    if (variants.size >= VARIANTS_MAX) break;
    for (const further of exchanged(variant)) variants.add(further);
  }
  variants.delete(text);
  return [...variants].slice(0, VARIANTS_MAX);
}

/** Shorter words are not judged by a slip. */
const SLIP_MIN_LENGTH = 6;

/** Latin letters with accents, by the letter without. */
const ACCENTED = Map.groupBy("äöüàâçéèêëîïôùûñáíóúãõåìòøčšžćńśźżąęłőűğışýřěůďťň", (letter) =>
  withoutAccents(letter),
);

/**
 * Texts that a typing learner writes for this one without noticing, whether or not they are words:
 * all that differ by one letter or by two swapped letters, of words of six letters or more; of all
 * words, those with other accents.
 *
 * @param text  lower case
 */
export function slipsOf(text: string): ReadonlySet<string> {
  const { length } = [...text];
  if (length > LENGTH_MAX) return new Set();
  const letters = ALPHABETS.find(([script]) => script.test(text))?.[1];
  const isLong = letters !== undefined && length >= SLIP_MIN_LENGTH;
  const slips = new Set([...(isLong ? oneEdit(text, letters) : []), ...withOtherAccents(text)]);
  slips.delete(text);
  return slips;
}

/** Without accents, and with one accent more, less or other. */
function withOtherAccents(text: string): string[] {
  const own = [...text];
  const others = own.flatMap((letter, at) => {
    const plain = withoutAccents(letter);
    const alike = [plain, ...(ACCENTED.get(plain) ?? [])];
    return alike.map((other) => own.with(at, other).join(""));
  });
  return [withoutAccents(text), ...others];
}

function oneEdit(text: string, letters: string): string[] {
  const own = [...text];
  const edits: string[] = [];
  for (let at = 0; at <= own.length; at += 1) {
    const [before, after] = [own.slice(0, at).join(""), own.slice(at + 1).join("")];
    const rest = own.slice(at).join("");
    for (const letter of letters) edits.push(before + letter + rest);
    if (at === own.length) break;
    edits.push(before + after);
    for (const letter of letters) edits.push(before + letter + after);
    for (let other = at + 1; other < own.length; other += 1) edits.push(swapped(own, at, other));
  }
  return edits;
}

function swapped(own: readonly string[], a: number, b: number): string {
  return own
    .with(a, own[b] ?? "")
    .with(b, own[a] ?? "")
    .join("");
}

function withOtherPrefix(text: string): string[] {
  const prefix = PREFIXES.find((start) => text.startsWith(start));
  const stem = text.slice(prefix?.length ?? text.length);
  return stem.length < STEM_MIN ? [] : PREFIXES.map((other) => other + stem);
}

function exchanged(text: string): string[] {
  return EXCHANGES.flatMap(([a, b]) => [...replacedOnce(text, a, b), ...replacedOnce(text, b, a)]);
}

function replacedOnce(text: string, from: string, to: string): string[] {
  const results: string[] = [];
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + 1)) {
    results.push(text.slice(0, at) + to + text.slice(at + from.length));
  }
  return results;
}
