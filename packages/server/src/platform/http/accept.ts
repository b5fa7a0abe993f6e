/**
 * Whether an Accept header ranks a web page above JSON.
 *
 * A tie goes to JSON: monitoring programs send the wildcard or nothing, browsers name text/html.
 */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.toLowerCase().split(",").map(toRange);
  return qualityOf("text/html", ranges) > qualityOf("application/json", ranges);
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function toRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  return { type, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0 };
}

/** The quality of the most specific matching range. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  return firstMatch([type, `${type.split("/")[0]}/*`, "*/*"], ranges) ?? 0;
}

/** Below any quality that a header can name: unmentioned encodings are chosen last. */
const UNMENTIONED = 0.0001;

/**
 * The best of the encodings that exist for a file; `identity`, the file itself, always exists and
 * is also sent if nothing is acceptable (RFC 9110, section 12.5.3).
 *
 * @param accept  an Accept-Encoding header
 * @param offered  best first: the order decides between equal qualities
 */
export function bestEncoding<E extends string>(
  accept: string | undefined,
  offered: readonly E[],
): E | "identity" {
  if (accept === undefined || offered.length === 0) return "identity";
  const ranges = accept.toLowerCase().split(",").map(toRange);
  let best: E | "identity" = "identity";
  let highest = firstMatch(["identity", "*"], ranges) ?? UNMENTIONED;
  for (const encoding of offered.toReversed()) {
    const quality = firstMatch([encoding, "*"], ranges) ?? 0;
    if (quality > 0 && quality >= highest) [best, highest] = [encoding, quality];
  }
  return best;
}

/** The quality of the first of these names, most specific first, that the header mentions. */
function firstMatch(names: readonly string[], ranges: readonly Range[]): number | undefined {
  for (const name of names) {
    const match = ranges.find((range) => range.type === name);
    if (match !== undefined) return match.quality;
  }
  return undefined;
}
