import { errors, type ErrorCode } from "@wordloom/contract";
import { AppError } from "../basics/app-error.ts";
import { isAccountGone } from "../database/account-gone.ts";
import { noteIfRefused } from "../memory/refused-writes.ts";
import { gaveWay, isStorageUnavailable } from "../database/storage-errors.ts";
import { clearedCookies } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";
import { sendJson } from "./reply-writer.ts";
import type { AnswerExtras } from "./route.ts";

const RETRY_STORAGE_SECS = 5;
const RETRY_MAINTENANCE_SECS = 30;

/** Replies to a request that was refused, failed temporarily, or hit a bug. */
export function sendError(exchange: Exchange, error: unknown): void {
  if (exchange.response.headersSent) {
    logBug(exchange, error);
    exchange.response.destroy();
    return;
  }
  const refusal = asRefusal(exchange, error);
  note(exchange, refusal.code);
  const { status } = errors[refusal.code];
  const traceId = exchange.facts.id;
  const { code, message, extras } = refusal;
  const { faults } = extras;
  const body = { success: false, code, message, traceId, ...(faults && { faults }) };
  sendJson(exchange, status, JSON.stringify(body), extrasOf(exchange, refusal, status));
}

/** The only refusal without `success`: clients recognize it by its status. */
export function sendMaintenance(exchange: Exchange): void {
  const { status, message } = errors.MAINTENANCE;
  note(exchange, "MAINTENANCE");
  const body = { code: "MAINTENANCE", message, traceId: exchange.facts.id };
  sendJson(exchange, status, JSON.stringify(body), {
    headers: { "retry-after": String(RETRY_MAINTENANCE_SECS) },
  });
}

function note(exchange: Exchange, code: ErrorCode): void {
  exchange.refusal = code;
  exchange.context.deps.metrics.refused(code);
}

function asRefusal(exchange: Exchange, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAccountGone(error))
    return new AppError(isOfAdmins(exchange) ? "NOT_FOUND" : "AUTH_UNAUTHORIZED");
  if (isStorageUnavailable(error) || gaveWay(error)) {
    const { deps } = exchange.context;
    noteIfRefused(deps, error);
    deps.log.error(factsOf(exchange, error), "the database is unavailable");
    return new AppError("UNAVAILABLE", undefined, { retryAfterSecs: RETRY_STORAGE_SECS });
  }
  logBug(exchange, error);
  return new AppError("INTERNAL");
}

/** A learner whose account was just erased has no session either; an administrator does. */
function isOfAdmins({ template }: Exchange): boolean {
  return template.startsWith("/api/admin/");
}

function logBug(exchange: Exchange, error: unknown): void {
  exchange.context.deps.log.error(factsOf(exchange, error), "a request failed");
}

function factsOf({ raw, facts, template }: Exchange, cause: unknown): object {
  return { cause, requestId: facts.id, method: raw.method, path: template };
}

function extrasOf({ limitStatus }: Exchange, { extras }: AppError, status: number): AnswerExtras {
  const untilReset = status === 429 ? limitStatus?.resetSecs : undefined;
  const retryAfterSecs = extras.retryAfterSecs ?? untilReset;
  const cookies = extras.clearCookies === true ? clearedCookies : undefined;
  return {
    headers: {
      ...extras.headers,
      ...(retryAfterSecs !== undefined && { "retry-after": String(Math.ceil(retryAfterSecs)) }),
    },
    ...(cookies && { cookies }),
  };
}
