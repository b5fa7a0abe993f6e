const RIGHT_TO_LEFT = /^(?:Adlm|Arab|Aran|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/u;

/**
 * The direction in which a language is written. Undefined for an unknown language: browsers find
 * the direction of such a text by its letters (`dir="auto"`).
 */
export function textDirection(tag: string): "ltr" | "rtl" | undefined {
  try {
    const { script } = new Intl.Locale(tag).maximize();
    if (script === undefined) return undefined;
    return RIGHT_TO_LEFT.test(script) ? "rtl" : "ltr";
  } catch {
    return undefined;
  }
}
