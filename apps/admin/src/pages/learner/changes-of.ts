/** The fields whose values differ from those that were shown. */
export function changesOf<V extends Readonly<Record<string, string>>>(
  shown: V,
  values: V,
): Partial<V> {
  const changed = Object.entries(values).filter(([name, value]) => value !== shown[name]);
  return Object.fromEntries(changed) as Partial<V>;
}
