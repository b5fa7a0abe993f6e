import { ApiError } from "@wordloom/contract";

/** The code of a refusal. @throws any other error */
export function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  throw error;
}
