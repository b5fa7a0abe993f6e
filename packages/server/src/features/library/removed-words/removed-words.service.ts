/**
 * Words removed recently, recorded in the transaction that removes them. Answers in flight may
 * still write rows about them; a worker of `words` cleans up after a minute. The record survives a
 * restart and can be used by any process.
 */
export { forgetRemovedWords, listRemovedWords, noteRemovedWords } from "./removed-words.repo.ts";
