/** A color as the tokens write it: lightness 0–1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

export type Theme = "light" | "dark";

/** The colors of tokens.css that are defined for both themes. */
export function colorsOf(css: string): ReadonlyMap<string, Readonly<Record<Theme, Oklch>>> {
  const found = css.matchAll(
    /--([\w-]+):\s*light-dark\(\s*oklch\(([^)]*)\),\s*oklch\(([^)]*)\)\s*\)/g,
  );
  return new Map(
    [...found].map(([, name = "", light = "", dark = ""]) => [
      name,
      { light: numbersOf(light), dark: numbersOf(dark) },
    ]),
  );
}

function numbersOf(text: string): Oklch {
  const [lightness = 0, chroma = 0, hue = 0] =
    text.split("/")[0]?.trim().split(/\s+/).map(Number) ?? [];
  return [lightness, chroma, hue];
}

/**
 * The WCAG 2 contrast ratio of two colors, 1 to 21. Colors are first converted to sRGB, as a screen
 * shows them: Björn Ottosson, https://bottosson.github.io/posts/oklab/
 */
export function contrast(one: Oklch, other: Oklch): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted(
    (left, right) => left - right,
  );
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Oklch): number {
  const [red, green, blue] = linearSrgb(color).map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function linearSrgb([lightness, chroma, hue]: Oklch): readonly number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
