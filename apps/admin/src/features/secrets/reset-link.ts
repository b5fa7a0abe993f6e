/** Where the learner chooses a new password: the app stands beside the console. */
export function resetLink(key: string): string {
  return new URL(`../reset-password#token=${encodeURIComponent(key)}`, document.baseURI).href;
}
