import type { PartOfSpeech } from "./wordnet-reader.ts";

/** Function words: taught as grammar; a definition is of little use. */
const FUNCTION_WORDS = `
a about above across after against all along although am among an and another any anybody anyone
anything are around as at be because been before behind being below beneath beside besides between
beyond both but by can could despite do does doing down during each either em even ever every
everybody everyone everything except few for from had has have having he her hers herself him
himself his how i if in inside into is it its itself just lest less like many may me might mine more
most much must my myself near neither no nobody none nor not nothing of off on one onto or other
others ought our ours ourselves out outside over own per same shall she should since so some
somebody someone something such than that the their theirs them themselves then there these they
this those though through throughout till to too toward towards under underneath unless until unto
up upon us very via was we were what whatever when whenever where wherever whether which whichever
while who whoever whom whose why will with within without would yet you your yours yourself
yourselves`;

/** Numerals: learned before anybody starts a wordbook. */
const NUMBERS = `
zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
million billion dozen first second third fourth fifth sixth seventh eighth ninth tenth th`;

/** Fragments of contractions, dialect, letters and sounds that happen to be in WordNet. */
const FRAGMENTS = `
ain aren couldn didn doesn don hadn hasn haven isn mustn needn shouldn wasn weren won wouldn ll re
ve gonna gotta wanna kinda sorta dunno lemme gimme takin anyways ha hah hmm huh uh um ah aah ugh ooh
wow yeah yep nope nah nay oh ow ho hon mon thou thee thy mister ex en la le de es el san tit tat yon
der das des les wee sec pro con sub org ant med cog limo mil nos sen pap mons ism mac vet dem
dis bam boo woo wham rev hulk len blah pant clothe cos darn`;

/** Vulgar, obscene and insulting words: frequent in films, but unsuitable for starter books. */
const OFFENSIVE = `
arse ass asshole bastard bitch bloody bollocks boob booby bugger bullshit butt cock
cocksucker coon crap cum cunt damn damned dick dickhead douche dyke fag faggot fanny fart freaking
fuck fucker fucking goddamn goddamned gook gypsy hooker horny idiot jackass jap jerk kike midget
moron motherfucker negro nigger nigga paki pecker pee penis pervert piss pissed poof porn prick
pussy queer rape rapist retard screwing scum semen shit shitty slut spic sucker tart tits turd twat
vagina wank wanker whore wop orgasm erection condom prostitute brothel boner bum balls bang
stripper suck virgin imbecile crappy dope pimp psycho tramp babe chick`;

/** Acceptable as entries, but examples containing them may offend. */
const UNSUITABLE_IN_EXAMPLES = `
afghan afghani allah arab arabs blacks burka burkas catholic catholics christians communists
drugs gay gays genocide hitler holocaust homosexual homosexuals islam israel
israeli jew jewish jews junkie kkk muslim muslims nazi nazis naked negroes nude palestinian
palestinians prostitutes raped sex sexual sexually slave slaves suicide taleban taliban terrorist
terrorists torture tortured`;

/**
 * Lower-case lemmas that the corpus mostly has capitalised, at the start of sentences or in
 * address.
 */
const CAPITALISED = `
academy agent ambassador angel apparently association aunt avenue bay biscuit bishop brown
captain carpenter chairman chief come commander congratulations congress constitution creek
dad daddy democratic detective dragon eagle east eastern elder eve evidently excuse fortunately
forty foundation freeze frost general god grandma hello hence hopefully however hurry inspector
junior lane let lieutenant likewise listen lord luckily major marine marsh maybe meanwhile memorial
merry ministry miss mom mommy navy nevertheless north northern objection okay olive otherwise pearl
perhaps praise president previously prince professor prophet republic saint senate senator sergeant
shepherd sheriff south southern supreme swan thank thanks uncle unfortunately university
valley well west western yes`;

/** Words of only two letters that are included. */
const SHORT_WORDS = "go ad ox";

/**
 * Words whose most tagged sense is not the one to learn first. The tags come from newspapers and
 * novels of one decade, where a plant is a factory and a party is political. Each entry is the
 * word, then its part of speech (n, v, a, r) and sense number in WordNet 3.1.
 */
const PREFERRED = `
account n3|act v1|address n2|agent n2|alien n2|amount n3|appeal n1|arrow n2|avenue n2|award n2
awful a1|backup n2|band n5|bank n2|base n4|battery n2|bear v3|belt n2|bike n2|bill n2|blast n2
blow v1|bluff v1|board n3|bolt n3|boom n1|bore v1|bother v2|breed n1|bust v3|cab n3|cable n2
cake n3|camp n3|catch v4|chain n3|character n3|charge v3|cherry n3|chicken n2|chocolate n2
chopper n3|church n2|clever a2|client n2|clip n3|clown n2|club n2|college n2|complaint n3
concentrate v2|course n2|cream n2|credit n5|curious a2|deed n2|deliver v2|desert n1|dish n2
disturb v4|dive v2|dock n3|double a3|draw v6|drown v3|duck n1|dummy n2|earth n1|energy n2
exchange n3|excuse v1|fake a2|fancy a1|fantastic a2|fashion n3|figure n7|firm a2|fit v2|fixed a2
fleet n3|flight n2|form n4|fracture n1|frame v2|fry v2|function n2|gal n3|gas n2|gay n1|gear n3
ghost n3|girlfriend n2|glass n2|glove n2|gold n3|grade n2|grave n2|groom n1|hack v1|hardly r2
headache n2|hip n1|hood n2|horn n2|hut n2|impression n2|issue n1|jam n1|jungle n3|lame a2|land n4
launch v2|lend v2|lie v5|light n1|line n2|lord n3|magic n1|make v3|master n2|match n2|mate n2
mean v3|medicine n2|memory n2|mission n2|mistress n3|moon n1|mug v1|nail n2|needle n3|noble a3
note n1|now r4|nurse n1|odd a4|operator n2|orange n1|parole n3|party n4|pepper n3|pill n2
pirate n2|plant n2|plate n4|point n2|poker n2|pool n1|poor a2|pop v3|practice n2|present n2
prove v3|pulse n3|queen n2|race n2|rank n2|rare a2|rather r2|recognize v4|reservation n4|resist v2
respect n3|rest v2|rib n2|right a2|ring n3|row n1|ruin v1|screen n3|sea n1|service n2|share v2
shell n2|shooter n2|short a2|shy a1|siren n3|slight a1|soda n2|solution n3|spell v3|spray v2
square n1|stall n3|state n2|straight a2|stress n2|study v2|subject n4|suite n2|sun n1|sweep v3
table n2|take v4|tank n2|tap v3|tattoo n2|tense a1|thing n4|time n1|title n2|toast n1|tough a2
trail n2|trailer n3|train n1|treat v1|trial n4|triple v1|value n2|vessel n2|vice n1|video n2
volunteer n2|weird a2|welcome v1|whale n2|whip n1|wise a1|yard n2`;

export const EXCLUDED_FROM_EXAMPLES = toSet(OFFENSIVE, UNSUITABLE_IN_EXAMPLES);
export const EXCLUDED_WORDS = toSet(FUNCTION_WORDS, NUMBERS, FRAGMENTS, OFFENSIVE);
export const CAPITALISED_WORDS = toSet(CAPITALISED);
export const ALLOWED_SHORT_WORDS = toSet(SHORT_WORDS);

const PARTS_BY_LETTER: Record<string, PartOfSpeech> = {
  n: "noun",
  v: "verb",
  a: "adjective",
  r: "adverb",
};

/** The sense to teach, by word. */
export const PREFERRED_SENSES: ReadonlyMap<
  string,
  { readonly partOfSpeech: PartOfSpeech; readonly number: number }
> = new Map(
  PREFERRED.trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [word = "", sense = ""] = entry.split(" ");
      const partOfSpeech = PARTS_BY_LETTER[sense.slice(0, 1)] ?? "noun";
      return [word, { partOfSpeech, number: Number(sense.slice(1)) }];
    }),
);

function toSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.trim().split(/\s+/)));
}
