/** What reading the archive of an account takes: its lines are judged by the whole contract. */
export {
  openAccount,
  previewAccount,
  type Account,
  type AccountPreview,
} from "./account/open-account.ts";
