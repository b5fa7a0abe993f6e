// Rows of imports; `wordbook-center` decides what happens to them.
export {
  findImport,
  insertImport,
  listImports,
  updateImport,
  type BookImport,
  type FoundImport,
} from "./import-records.repo.ts";
