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
  const candidates = [type, `${type.split("/")[0]}/*`, "*/*"];
  for (const candidate of candidates) {
    const match = ranges.find((range) => range.type === candidate);
    if (match !== undefined) return match.quality;
  }
  return 0;
}
