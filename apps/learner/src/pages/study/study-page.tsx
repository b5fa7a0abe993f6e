export function StudyPage() {
  return null;
}
