// Rows of stored answers; `records` decides which are stored.
export { toAnswerInput, type UnzonedAnswer } from "./answer-input.ts";
export {
  countConfusions,
  countRecords,
  insertRecords,
  listRecords,
  listRecordsByClientId,
  toRecord,
  type RecordRow,
} from "./records.repo.ts";
