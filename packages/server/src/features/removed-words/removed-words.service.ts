/**
 * Words that were removed a moment ago, noted in the transaction that removes them. Answers in
 * flight may still write about them; a worker of `words` cleans up after a minute. The note
 * survives a restart, and any process can act on it.
 */
export { forgetRemovedWords, listRemovedWords, noteRemovedWords } from "./removed-words.repo.ts";
