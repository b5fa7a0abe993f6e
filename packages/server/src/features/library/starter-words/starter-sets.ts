/**
 * Words that learners meet and expect together. A set stands as a whole, in its own order, among
 * the first words.
 */
export const STARTER_SETS = parseSets(`
greetings: hello hi goodbye bye yes no okay please thank thanks sorry welcome excuse
pronouns: I you he she it we they me him her us them my your his its our their this that these
those
numbers: zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
ninety hundred thousand million billion
ordinals: first second third fourth fifth
questions: who what when where why which how whose
days: Monday Tuesday Wednesday Thursday Friday Saturday Sunday
months: January February March April May June July August September October November
December
seasons: spring summer autumn winter
times of day: morning noon afternoon evening night midnight
family: family parent mother father mom dad sister brother son daughter husband wife child baby
grandmother grandfather grandma grandpa grandparent grandson granddaughter uncle aunt cousin nephew
niece
colors: red orange yellow green blue purple pink brown black white gray gold silver
`);

/**
 * What courses for beginners (A1, A2) teach of everyday life. These words stand by use, but all
 * within the first book; docs/decisions/0022 says how.
 */
export const EVERYDAY_SETS = parseSets(`
food and drink: food drink eat cook water juice milk tea coffee bread butter cheese egg yogurt
cereal rice noodle pasta potato tomato carrot onion bean salad soup sandwich meat chicken fish
hamburger pizza fruit apple banana grape lemon strawberry vegetable sugar salt cake cookie
chocolate candy breakfast lunch dinner meal menu restaurant cafe waiter waitress hungry thirsty
sweet fresh delicious
tableware: cup glass bottle plate bowl dish knife fork spoon
house: house apartment room kitchen bathroom bedroom garden garage floor wall door window stairs
elevator table chair desk bed sofa mirror furniture fridge shower bath toilet towel soap
toothbrush key clock
clothes: clothes wear coat jacket shirt T-shirt sweater dress skirt pants trousers jeans shorts
sock shoe boot hat cap glove scarf pocket bag wallet umbrella
body and health: body head hair face eye ear nose mouth tooth neck shoulder arm hand finger back
leg knee foot stomach skin heart health healthy doctor nurse dentist hospital medicine sick tired
hurt headache
school: school classroom class student classmate teacher lesson homework test exam math science
history dictionary book notebook page paper pen pencil ruler backpack read write spell sentence
word answer question mistake correct college university library
shopping: shop store supermarket market pharmacy shopping buy sell pay price cheap expensive sale
money dollar bill list present gift
travel: travel trip tourist passport ticket suitcase map hotel airport plane flight station train
subway bus taxi car bicycle bike truck boat ship traffic
places: road street bridge corner address north south east west city town village country park
bank museum zoo cinema theater
weather and nature: weather sun sunny rain rainy snow wind windy cloud cloudy hot warm cool cold
wet dry ice sky sea river lake mountain beach island forest grass flower tree
devices: phone telephone smartphone computer laptop tablet screen keyboard mouse camera battery
internet website email message text app online password download TV television radio video photo
animals: animal pet dog cat bird horse cow pig sheep rabbit monkey snake bear lion tiger elephant
free time: hobby sport football soccer basketball baseball tennis swim piano guitar music song
dance film movie concert camp party game toy
jobs: job work farmer driver singer actor writer engineer
describing words: big small long short high low new old young fast slow quick easy difficult quiet
noisy soft hard heavy thin fat full empty clean dirty safe dangerous popular comfortable useful
bored boring interesting surprised worried friendly polite shy lazy
actions: walk run jump climb sit stand sleep wake wash brush smile laugh cry smell invite hurry
prepare prefer improve relax exercise fix count borrow marry
small words: himself herself itself ourselves yourself themselves several somewhere anywhere twice
o'clock
nationalities: English American British French Chinese
`);

/** Reads lists of words, each after its name and a colon. */
export function parseSets(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text
    .trim()
    .replace(/\n(?![a-z ]+:)/g, " ")
    .split("\n");
  return new Map(
    lines.map((line) => {
      const [name = "", words = ""] = line.split(": ");
      return [name, words.split(" ")];
    }),
  );
}

/** The whole sets come before this rank. */
const SETS_UNTIL = 280;

/** The size of the first book. */
const FIRST_BOOK = 1000;

/** Words of violence, death, sex, crime and drink, which come after the first book. */
const HARSH = new Set(
  (
    "war die dead death blood hate ugly steal fight kill killer killing sex sexual sexy " +
    "murder murderer gun shoot shooting shot shooter bomb weapon suicide torture victim " +
    "attack assault bleed hostage terrorist terror violent violence poison rob robbery breast " +
    "lover corpse naked rape stab crime criminal drug destroy enemy battle fighter slave " +
    "thief prison prisoner jail arrest drunk alcohol beer wine cigarette champagne bury grave " +
    "funeral hell sin abuse cruel evil punish gang destruction"
  ).split(" "),
);

/** Rule violations in the order of the words, one line each. */
export function orderFaults(texts: readonly string[]): string[] {
  const ranks = new Map(texts.map((text, index) => [text, index + 1]));
  const sets = [...STARTER_SETS].flatMap(([name, words]) => setFaults(name, words, ranks));
  const everyday = [...EVERYDAY_SETS].flatMap(([name, words]) => lateFaults(name, words, ranks));
  const harsh = texts
    .slice(0, FIRST_BOOK)
    .filter((text) => HARSH.has(text))
    .map((text) => `${text}: too harsh for rank ${ranks.get(text)}`);
  return [...sets, ...everyday, ...harsh];
}

function setFaults(
  name: string,
  words: readonly string[],
  ranks: ReadonlyMap<string, number>,
): string[] {
  const missing = words.filter((word) => !ranks.has(word));
  if (missing.length > 0) return [`${name}: missing ${missing.join(", ")}`];
  const start = ranks.get(words[0] ?? "") ?? 0;
  const stray = words.filter((word, index) => ranks.get(word) !== start + index);
  if (stray.length > 0) return [`${name}: not together and in order: ${stray.join(", ")}`];
  return start + words.length - 1 > SETS_UNTIL ? [`${name}: only from rank ${start}`] : [];
}

function lateFaults(
  name: string,
  words: readonly string[],
  ranks: ReadonlyMap<string, number>,
): string[] {
  const late = words.filter((word) => (ranks.get(word) ?? Infinity) > FIRST_BOOK);
  return late.length > 0 ? [`${name}: not in the first book: ${late.join(", ")}`] : [];
}
