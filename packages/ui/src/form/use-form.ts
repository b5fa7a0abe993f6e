import { afterPress } from "./after-press.ts";
import { useEffect, useRef, useState, type FormEvent } from "react";
import {
  answered,
  blankForm,
  bothChanged,
  changed,
  errorOf,
  firstWrong,
  followed,
  isSame,
  isWell,
  judgedAll,
  left,
  sending,
  type Check,
  type FieldErrors,
  type FormState,
  type Refusal,
} from "./form-state.ts";

export interface FormOptions<Values extends object> {
  readonly initial: Values;
  /**
   * Follows `initial`, the stored values, when they change: unchanged fields take the new values,
   * and changed ones appear in `bothChanged`. Values that were sent successfully no longer count as
   * changes.
   */
  readonly follows?: boolean | undefined;
  /** Errors before sending, in words for the person; `{}` without errors. */
  readonly check: Check<Values>;
  /**
   * Sends the values. A returned refusal is shown at its fields or above the form; a thrown one
   * goes through `refused`.
   */
  readonly submit: (values: Values) => Promise<Refusal<Values> | void>;
  /** Puts a thrown error into words. */
  readonly refused: (error: unknown) => Refusal<Values>;
}

/** Props of one field: `<TextField label=… {...form.field("email")} />`. */
export interface BoundField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

export interface Form<Values extends object> {
  readonly values: Values;
  readonly busy: boolean;
  /** The error about the whole form. */
  readonly error: string | undefined;
  /** Whether any value differs from its initial one. */
  readonly dirty: boolean;
  readonly field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  /** Like `field`, for Checkbox and Switch, which have `checked` instead of `value`. */
  readonly tick: <Name extends keyof Values & string>(
    name: Name,
  ) => Omit<BoundField<Values[Name]>, "value"> & { readonly checked: Values[Name] };
  /** Fields that were changed here and elsewhere, to different values. */
  readonly bothChanged: readonly BothChanged<Values>[];
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Resets to the initial values, or to other values, which become the initial ones. */
  readonly reset: (values?: Values) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export interface BothChanged<Values extends object> {
  readonly name: keyof Values;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Discards the typed value. */
  readonly take: () => void;
}

/**
 * The state of a form: checks before sending, shows refusals at their fields, and focuses the first
 * error.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { check, submit, refused, follows = false } = options;
  const [initial, setInitial] = useState(options.initial);
  const [state, setState] = useState<FormState<Values>>(() => blankForm(initial));
  const [stored, setStored] = useState(options.initial);
  const focusWrong = useFocusWrong(state, check);
  // While the form is being sent, the new stored value may be the one that was sent.
  if (follows && !state.busy && !isSame(options.initial, stored)) {
    setStored(options.initial);
    setInitial(options.initial);
    setState((before) => followed(before, initial, options.initial));
  }

  const send = async (values: Values) => {
    setState(sending);
    const refusal = await submit(values).catch(refused);
    setState((before) => answered(before, refusal ?? undefined));
    if (refusal) focusWrong.ask();
    else if (follows) setInitial(values);
  };
  const field = <Name extends keyof Values & string>(name: Name): BoundField<Values[Name]> => ({
    name,
    value: state.values[name],
    onChange: (value) => setState((before) => changed(before, name, value)),
    onBlur: () => afterPress(() => setState((before) => left(before, name, initial))),
    error: errorOf(state, name, check),
  });
  return {
    values: state.values,
    busy: state.busy,
    error: state.formError,
    dirty: !isSame(state.values, initial),
    field,
    tick: (name) => {
      const { value, ...rest } = field(name);
      return { ...rest, checked: value };
    },
    bothChanged: bothChanged(state).map((sides) => ({
      ...sides,
      take: () =>
        setState((before) => changed(before, sides.name, sides.theirs as Values[keyof Values])),
    })),
    set: (name, value) => setState((before) => changed(before, name, value)),
    reset: (values = initial) => {
      setInitial(values);
      setState(blankForm(values));
    },
    onSubmit: (event) => {
      event.preventDefault();
      focusWrong.within(event.currentTarget);
      if (state.busy) return;
      setState(judgedAll);
      if (isWell(check(state.values))) void send(state.values);
      else focusWrong.ask();
    },
  };
}

/** Focuses the first field with an error, once React has rendered the errors. */
function useFocusWrong<Values extends object>(state: FormState<Values>, check: Check<Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  const now = useRef<FieldErrors<Values>>({});
  useEffect(() => {
    now.current = { ...check(state.values), ...onlyGiven(state.refused) };
  });
  useEffect(() => {
    if (asked === 0 || form.current === null) return;
    const controls = [...form.current.elements].filter(isNamed);
    const name = firstWrong(
      controls.map((control) => control.name),
      now.current,
    );
    controls.find((control) => control.name === name)?.focus();
  }, [asked]);
  return {
    within: (element: HTMLFormElement) => {
      form.current = element;
    },
    ask: () => setAsked((count) => count + 1),
  };
}

type Named = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isNamed = (control: Element): control is Named => "name" in control && control.name !== "";

function onlyGiven<Values extends object>(errors: FieldErrors<Values>): FieldErrors<Values> {
  const given = Object.entries(errors).filter(([, error]) => error !== undefined);
  return Object.fromEntries(given) as FieldErrors<Values>;
}
