export function WordsPage() {
  return null;
}
