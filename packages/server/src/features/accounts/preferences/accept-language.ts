/**
 * The language a client prefers, from its Accept-Language header: `zh` for `en;q=0.5, zh-CN,
 * zh;q=0.9`. With equal weights the first is chosen.
 *
 * @returns the primary subtag in lower case; undefined without a usable entry
 *
 * Source: RFC 9110, section 12.5.4.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const ranges = (header ?? "").split(",").flatMap((range) => {
    const match = RANGE.exec(range.trim());
    const weight = Number(match?.[2] ?? 1);
    return match?.[1] === undefined || weight === 0 ? [] : { tag: match[1], weight };
  });
  return ranges.toSorted((a, b) => b.weight - a.weight)[0]?.tag.toLowerCase();
}

const RANGE = /^([A-Za-z]{2,8})(?:-[A-Za-z0-9-]+)?(?:\s*;\s*q=([01](?:\.\d{1,3})?))?$/;
