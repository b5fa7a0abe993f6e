export function WordPage() {
  return null;
}
