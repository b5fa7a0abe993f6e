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
   * `initial` is what is stored, and is followed when it changes: fields that were not changed here
   * take it over, of others both sides are in `bothChanged`. What was sent with success is no
   * change any more.
   */
  readonly follows?: boolean | undefined;
  /** What is wrong before sending, in words for the person; `{}` when all is well. */
  readonly check: Check<Values>;
  /**
   * Sends it. A refusal that is returned is shown at its fields or above the form; one that is
   * thrown goes through `refused`.
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
  /** What is wrong with the whole. */
  readonly error: string | undefined;
  /** Whether anything differs from what it was at first. */
  readonly dirty: boolean;
  readonly field: <Name extends keyof Values & string>(name: Name) => BoundField<Values[Name]>;
  /** As `field`, for Checkbox and Switch, which have `checked` in place of `value`. */
  readonly tick: <Name extends keyof Values & string>(
    name: Name,
  ) => Omit<BoundField<Values[Name]>, "value"> & { readonly checked: Values[Name] };
  /** Fields that were changed here, and to something else elsewhere. */
  readonly bothChanged: readonly BothChanged<Values>[];
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Back to the beginning, or to other values that from now on are the beginning. */
  readonly reset: (values?: Values) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export interface BothChanged<Values extends object> {
  readonly name: keyof Values;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Gives up what was typed here. */
  readonly take: () => void;
}

/** The state of a form: judged before sending, refused at its fields, the first error focused. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { check, submit, refused, follows = false } = options;
  const [initial, setInitial] = useState(options.initial);
  const [state, setState] = useState<FormState<Values>>(() => blankForm(initial));
  const [stored, setStored] = useState(options.initial);
  const focusWrong = useFocusWrong(state, check);
  // While it is being sent, what is stored may be what was sent.
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

/** Focuses the first field with an error, once React has written the errors to the page. */
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
