import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/**
 * Cuts Newsreader to the letters of headwords and headlines in the languages of the apps. Weight
 * is limited to what the tokens use; the axis of optical sizes stays: the large word and the rows
 * of a list are drawn differently. Run again when the font package changes: `npm run font`.
 */
const cuts = [
  {
    from: "newsreader-latin-opsz-normal.woff2",
    to: "newsreader-latin.woff2",
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2c6, 0x2c6],
      [0x2da, 0x2da],
      [0x2dc, 0x2dc],
      [0x2002, 0x200a],
      [0x2010, 0x2015],
      [0x2018, 0x201e],
      [0x2022, 0x2022],
      [0x2026, 0x2026],
      [0x202f, 0x202f],
      [0x2039, 0x203a],
      [0x20ac, 0x20ac],
      [0x2212, 0x2212],
    ],
  },
  {
    from: "newsreader-latin-ext-opsz-normal.woff2",
    to: "newsreader-latin-ext.woff2",
    ranges: [
      [0x100, 0x17f],
      [0x1cd, 0x1dc],
      [0x218, 0x21b],
      [0x1e9e, 0x1e9e],
    ],
  },
] as const;

const package_ = import.meta.resolve("@fontsource-variable/newsreader/package.json");

for (const { from, to, ranges } of cuts) {
  const whole = await readFile(fileURLToPath(new URL(`files/${from}`, package_)));
  const text = ranges.map(([first, last]) => lettersFrom(first, last)).join("");
  const cut = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 500 }, opsz: { min: 16, max: 72 } },
  });
  await writeFile(new URL(`../fonts/${to}`, import.meta.url), cut);
  process.stdout.write(`${to}: ${(cut.length / 1024).toFixed(1)} KB of ${whole.length / 1024} KB\n`);
}

function lettersFrom(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
