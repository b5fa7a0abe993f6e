import { isUtf8 } from "node:buffer";
import type { WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transaction.ts";
import { refuseFault, type FaultCodes } from "../../platform/outbound/outbound.ts";
import { parseWordList } from "./word-import.ts";
import { storeWords } from "./word-store.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "outbound" | "settings">;

const LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 30_000 } as const;

const CODES = {
  invalid_url: "IMPORT_INVALID_URL",
  refused: "IMPORT_INVALID_URL",
  failed: "IMPORT_FETCH_FAILED",
  too_large: "IMPORT_TOO_LARGE",
  read_failed: "IMPORT_READ_FAILED",
} as const satisfies FaultCodes;

/**
 * Adds the words of a text file on the web, all or none.
 *
 * @throws AppError IMPORT_ codes; WORDS_INVALID_PAYLOAD for a word that exceeds the limits
 */
export async function importWordsFromUrl(needs: Needs, url: string): Promise<WordPublic[]> {
  const drafts = parseWordList(await fetchText(needs, url));
  const max = needs.settings.LIMITS_MAX_IMPORT_WORDS;
  if (drafts.length > max) refuse("IMPORT_TOO_LARGE", `At most ${max} words in one file.`);
  return transact(needs.database, (tx) => storeWords(needs, tx, drafts));
}

async function fetchText(needs: Needs, url: string): Promise<string> {
  const bytes = await needs.outbound.fetch(url, LIMITS).catch((cause) => refuseFault(cause, CODES));
  // Neither database stores the NUL character reliably, and no word list contains it.
  if (!isUtf8(bytes) || bytes.includes(0)) {
    refuse("IMPORT_READ_FAILED", "The file is not UTF-8 text.");
  }
  return new TextDecoder().decode(bytes);
}
