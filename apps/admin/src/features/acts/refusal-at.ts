import { ApiError } from "@wordloom/contract/client";
import type { Refusal } from "@wordloom/ui";
import { refusalText, type Translator } from "@wordloom/web";

/**
 * Shows all parts of a refusal at the fields of a form, or above the form if it concerns none of
 * them.
 * @param fieldOf  the field that an error code concerns
 */
export function refusalAt<Values extends object>(
  error: unknown,
  fieldOf: Readonly<Record<string, keyof Values & string>>,
  text: Translator,
): Refusal<Values> {
  const refusals = error instanceof ApiError ? refusalsIn(error) : [];
  const named = refusals.flatMap((refusal) => {
    const field = fieldOf[refusal.code];
    return field === undefined ? [] : [[field, refusalText(refusal, text)] as const];
  });
  if (named.length === 0) return { form: refusalText(error, text) };
  return { fields: Object.fromEntries(named) as Refusal<Values>["fields"] };
}

/** Splits an error into one per fault. */
function refusalsIn(error: ApiError): readonly ApiError[] {
  const refusals = error.faults.flatMap((fault) => {
    const { code } = fault;
    return code === undefined ? [] : new ApiError(error.status, { code, faults: [fault] });
  });
  return refusals.length === 0 ? [error] : refusals;
}
