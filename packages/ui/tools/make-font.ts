import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/**
 * Subsets Newsreader to the letters of headwords and headlines. One weight, between that of a
 * headword and that of a headline; the optical-size axis stays, because large words and the rows of
 * a list are drawn differently. Both files together stay within 60 KB, and the browser fetches the
 * second only if its letters occur. After a change of the font package: `npm run font`.
 */
const WEIGHT = 430;
const SIZES = { min: 16, max: 72 };
const BUDGET_KB = 60;

/** ASCII, Latin-1, and punctuation. */
const latin =
  lettersFrom(0x20, 0x7e) + lettersFrom(0xa0, 0xff) + "ıŒœˆ˚˜–—‘’‚“”„•…‹›€−\u2010\u2011\u202f";

/** Central and Eastern Europe, the Baltic, Turkish, and Latin's long vowels. */
const latinExt =
  "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚțẞ";

const cuts = [
  { from: "newsreader-latin-opsz-normal.woff2", to: "newsreader-latin.woff2", text: latin },
  {
    from: "newsreader-latin-ext-opsz-normal.woff2",
    to: "newsreader-latin-ext.woff2",
    text: latinExt,
  },
];

const source = import.meta.resolve("@fontsource-variable/newsreader/package.json");
let sumKb = 0;

for (const { from, to, text } of cuts) {
  const whole = await readFile(fileURLToPath(new URL(`files/${from}`, source)));
  const cut = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHT, opsz: SIZES },
    // Without the glyphs that only layout features use: small capitals, old-style figures.
    noLayoutClosure: true,
  });
  await writeFile(new URL(`../fonts/${to}`, import.meta.url), cut);
  sumKb += cut.length / 1024;
  process.stdout.write(`${to}: ${(cut.length / 1024).toFixed(1)} KB\n`);
}
if (sumKb > BUDGET_KB) {
  process.stderr.write(`together ${sumKb.toFixed(1)} KB, at most ${BUDGET_KB}\n`);
  process.exitCode = 1;
}

function lettersFrom(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
