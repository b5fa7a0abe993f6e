import { errors, type ErrorCode } from "@wordloom/contract";

/** One of several faults of a request. */
export interface NamedFault {
  /** Description of a valid value, for people. */
  readonly rule: string;
  /** Where the fault is (`field` or `path`), and other facts for programs. */
  readonly [fact: string]: unknown;
}

/** What a refusal may carry in addition to its code and message. */
export interface RefusalExtras {
  /** All faults of a request that has several; sent as `faults`. */
  readonly faults?: readonly NamedFault[];
  /** Sent as `Retry-After`. */
  readonly retryAfterSecs?: number;
  /** Sent as further reply headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Clears the sign-in cookies of the caller. */
  readonly clearCookies?: boolean;
  /** For the operator's log only; never sent. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An expected refusal: the client broke a rule. Any other error is a bug. */
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
