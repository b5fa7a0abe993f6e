import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/**
 * Subsets the fonts to the letters in use. A browser fetches a file only if its letters occur.
 * After a change of a font package: `npm run font`.
 *
 * Newsreader, for headwords and headlines: one weight between those of the two; the optical-size
 * axis stays, because large words and the rows of a list are drawn differently. Inter, for
 * everything else: the weights of body text to those of buttons and names.
 */
const families = [
  {
    name: "newsreader",
    source: import.meta.resolve("@fontsource-variable/newsreader/package.json"),
    axis: "opsz",
    variationAxes: { wght: 430, opsz: { min: 16, max: 72 } },
    features: ["ccmp", "kern", "liga", "locl", "mark", "mkmk"],
    scripts: ["latin", "latin-ext"],
    budgetKb: 62,
  },
  {
    name: "inter",
    source: import.meta.resolve("@fontsource-variable/inter/package.json"),
    axis: "wght",
    variationAxes: { wght: { min: 400, max: 600 } },
    // Figures of one width, so that columns of numbers stand in line.
    features: ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"],
    scripts: ["latin", "latin-ext", "ipa"],
    budgetKb: 40,
  },
] as const;

/** ASCII, Latin-1, and punctuation. */
const latin =
  lettersFrom(0x20, 0x7e) + lettersFrom(0xa0, 0xff) + "ıŒœˆ˚˜–—‘’‚“”„•…‹›€−\u2010\u2011\u202f";

/** Central and Eastern Europe, the Baltic, Turkish, and Latin's long vowels. */
const latinExt =
  "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžȘșȚțẞ";

/** The letters and marks of pronunciations. */
const ipa = lettersFrom(0x250, 0x2a8) + "\u02c8\u02cc\u02d0\u02d1" + "\u0303\u0329\u032f";

/** The package's file, and the letters of ours that it has. */
const cuts = {
  latin: ["latin", latin],
  "latin-ext": ["latin-ext", latinExt],
  ipa: ["latin-ext", ipa],
} as const;

for (const { name, source, axis, variationAxes, features, scripts, budgetKb } of families) {
  let sumKb = 0;
  for (const script of scripts) {
    const [file, text] = cuts[script];
    const from = `files/${name}-${file}-${axis}-normal.woff2`;
    const whole = await readFile(fileURLToPath(new URL(from, source)));
    const cut = await subsetFont(whole, text, {
      targetFormat: "woff2",
      // Pronunciations are never bold.
      variationAxes: script === "ipa" ? { wght: 400 } : variationAxes,
      // Others have glyphs that nobody sees: small capitals, old-style figures.
      keepFeatures: [...features],
    });
    const to = `${name}-${script}.woff2`;
    await writeFile(new URL(`../fonts/${to}`, import.meta.url), cut);
    sumKb += cut.length / 1024;
    process.stdout.write(`${to}: ${(cut.length / 1024).toFixed(1)} KB\n`);
  }
  if (sumKb > budgetKb) {
    process.stderr.write(`${name}: ${sumKb.toFixed(1)} KB, at most ${budgetKb}\n`);
    process.exitCode = 1;
  }
}

function lettersFrom(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
