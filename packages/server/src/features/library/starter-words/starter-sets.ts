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
const SETS_UNTIL = 1000;

/** Words of violence and sex, which no beginner should meet before this rank. */
const HARSH_FROM = 500;
const HARSH = new Set(
  (
    "kill killer killing sex sexual sexy murder murderer gun shoot shooting shot shooter bomb " +
    "weapon suicide torture victim attack assault bleed hostage terrorist terror violent " +
    "violence poison rob robbery breast lover corpse naked rape stab"
  ).split(" "),
);

/** Rule violations in the order of the words, one line each. */
export function orderFaults(texts: readonly string[]): string[] {
  const ranks = new Map(texts.map((text, index) => [text, index + 1]));
  const sets = [...STARTER_SETS].flatMap(([name, words]) => setFaults(name, words, ranks));
  const harsh = texts
    .slice(0, HARSH_FROM)
    .filter((text) => HARSH.has(text))
    .map((text) => `${text}: too harsh for rank ${ranks.get(text)}`);
  return [...sets, ...harsh];
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
  return start + words.length > SETS_UNTIL ? [`${name}: only from rank ${start}`] : [];
}
