/** Errors of fields, in words for the person; a valid field has no entry. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string | undefined };

/** The server's reasons for a refusal: about fields, or about the whole form. */
export interface Refusal<Values> {
  readonly fields?: FieldErrors<Values> | undefined;
  readonly form?: string | undefined;
}

export interface FormState<Values> {
  readonly values: Values;
  /** Fields that lost focus after a change, or were sent: only these show errors. */
  readonly judged: ReadonlySet<keyof Values>;
  /** The server's errors about fields; each is dropped when its field changes. */
  readonly refused: FieldErrors<Values>;
  readonly formError: string | undefined;
  readonly busy: boolean;
  /** Values that were stored elsewhere for fields that were changed here, too. */
  readonly elsewhere: Partial<Values>;
}

export type Check<Values> = (values: Values) => FieldErrors<Values>;

export function blankForm<Values extends object>(values: Values): FormState<Values> {
  const nothing = { refused: {}, formError: undefined, elsewhere: {} };
  return { values, judged: new Set(), busy: false, ...nothing };
}

/** A field was changed: drops the server's errors about it and about the whole form. */
export function changed<Values extends object, Name extends keyof Values>(
  state: FormState<Values>,
  name: Name,
  value: Values[Name],
): FormState<Values> {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    refused: { ...state.refused, [name]: undefined },
    formError: undefined,
  };
}

/** A field lost focus. It is checked only if its value has changed: passing by is no mistake. */
export function left<Values extends object>(
  state: FormState<Values>,
  name: keyof Values,
  initial: Values,
): FormState<Values> {
  if (state.judged.has(name) || Object.is(state.values[name], initial[name])) return state;
  return { ...state, judged: new Set([...state.judged, name]) };
}

/** Checks all fields: the form is about to be sent. */
export function judgedAll<Values extends object>(state: FormState<Values>): FormState<Values> {
  return { ...state, judged: new Set(Object.keys(state.values) as (keyof Values)[]) };
}

export function sending<Values extends object>(state: FormState<Values>): FormState<Values> {
  return { ...state, busy: true, refused: {}, formError: undefined };
}

/** The server replied. Without a refusal, the form is as before sending, and no longer busy. */
export function answered<Values extends object>(
  state: FormState<Values>,
  refusal: Refusal<Values> | undefined,
): FormState<Values> {
  return {
    ...state,
    busy: false,
    refused: refusal?.fields ?? {},
    formError: refusal?.form,
  };
}

/**
 * Other values were stored while the form is open. A field that was not changed here takes its new
 * value; one that was keeps the typed value, and both are known.
 * @param before  the stored values from which the person started
 */
export function followed<Values extends object>(
  state: FormState<Values>,
  before: Values,
  stored: Values,
): FormState<Values> {
  const values = { ...state.values };
  const elsewhere: Partial<Values> = {};
  for (const name of Object.keys(stored) as (keyof Values)[]) {
    if (isSame(values[name], before[name])) values[name] = stored[name];
    else if (!isSame(stored[name], before[name])) elsewhere[name] = stored[name];
    else if (name in state.elsewhere) elsewhere[name] = stored[name];
  }
  return { ...state, values, elsewhere };
}

/** Both values of each field that was changed here and elsewhere, to different values. */
export function bothChanged<Values extends object>({
  values,
  elsewhere,
}: FormState<Values>): { name: keyof Values; mine: unknown; theirs: unknown }[] {
  return (Object.keys(elsewhere) as (keyof Values)[])
    .filter((name) => !isSame(elsewhere[name], values[name]))
    .map((name) => ({ name, mine: values[name], theirs: elsewhere[name] }));
}

/** Whether two values of fields, or of whole forms, are equal. */
export const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** The error shown at a field: the server's first, because it knows more. */
export function errorOf<Values extends object>(
  state: FormState<Values>,
  name: keyof Values,
  check: Check<Values>,
): string | undefined {
  return state.refused[name] ?? (state.judged.has(name) ? check(state.values)[name] : undefined);
}

/** Whether no field has an error. */
export function isWell<Values extends object>(errors: FieldErrors<Values>): boolean {
  return Object.values(errors).every((error) => error === undefined);
}

/** The first field on the page that has an error. */
export function firstWrong<Values extends object>(
  namesOnPage: readonly string[],
  errors: FieldErrors<Values>,
): string | undefined {
  return namesOnPage.find((name) => errors[name as keyof Values] !== undefined);
}
