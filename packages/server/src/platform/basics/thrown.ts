/** The message of a thrown value, which need not be an Error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` of a Node error, such as `ENOENT`, if there is one. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
