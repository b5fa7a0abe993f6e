import { errors, type ErrorCode } from "@wordloom/contract";

/** What a refusal may carry besides its code and message. */
export interface RefusalExtras {
  /** Sent as `Retry-After`. */
  readonly retryAfterSecs?: number;
  /** Sent as further reply headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Clears the sign-in cookies of the caller. */
  readonly clearCookies?: boolean;
  /** For the operator's log only; never sent. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * An expected refusal: the client did something the rules do not allow. Any other error is a bug.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly extras: RefusalExtras;

  constructor(code: ErrorCode, message: string = errors[code].message, extras: RefusalExtras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

/** `const word = (await findWord(db, id)) ?? refuse("NOT_FOUND", "No such word.")` */
export function refuse(code: ErrorCode, message?: string, extras?: RefusalExtras): never {
  throw new AppError(code, message, extras);
}
