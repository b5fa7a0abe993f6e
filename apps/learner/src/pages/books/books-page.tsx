export function BooksPage() {
  return null;
}
