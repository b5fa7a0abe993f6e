export function DonePage() {
  return null;
}
