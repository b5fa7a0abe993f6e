/** Where the learner chooses a new password: the learner app is served next to the console. */
export function resetLink(key: string): string {
  return new URL(`../reset-password#token=${encodeURIComponent(key)}`, document.baseURI).href;
}
