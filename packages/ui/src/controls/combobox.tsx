import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { cx } from "../cx.ts";
import { CheckIcon, ChevronDownIcon } from "../icons/icons.tsx";
import layer from "../layers/layer.module.css";
import { useAnchored } from "../layers/use-anchored.ts";
import { useUi } from "../ui-provider.tsx";
import styles from "./combobox.module.css";
import { Field, type FieldControl, type FieldProps } from "./field.tsx";
import { isComposing } from "./is-composing.ts";
import { matching, nextOption, type ComboboxOption } from "./match.ts";
import frame from "./text-field.module.css";

export type ComboboxProps<Value extends string> = FieldProps & {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly ComboboxOption<Value>[];
  name?: string | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
};

/**
 * One of many, found by typing (ARIA 1.2 combobox with a list). Arrow keys and Page keys move,
 * Enter chooses, Esc closes and restores the previous value. Leaving without choosing changes
 * nothing.
 */
export function Combobox<Value extends string>({
  label,
  labelHidden,
  hint,
  error,
  className,
  ...rest
}: ComboboxProps<Value>) {
  return (
    <Field {...{ label, labelHidden, hint, error, className }}>
      {(control) => <Box {...rest} {...{ control, label, wrong: error !== undefined }} />}
    </Field>
  );
}

function Box<Value extends string>({
  control,
  label,
  wrong,
  value,
  onChange,
  options,
  onBlur,
  ...input
}: Omit<ComboboxProps<Value>, "hint" | "error" | "labelHidden" | "className"> & {
  control: FieldControl;
  wrong: boolean;
}) {
  const listId = useId();
  const around = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const state = useCombobox({ value, onChange, options });
  const { open, at, found, text } = state;
  useOpenList(open, list, at);
  useAnchored(open, around, list, { sameWidth: true });
  return (
    <div ref={around} className={cx(frame.frame, wrong && frame.wrong)}>
      <input
        {...control}
        {...input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        className={cx(frame.input, styles.input)}
        value={text}
        onChange={(event) => state.type(event.currentTarget.value)}
        onClick={state.show}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={state.press}
        onBlur={() => {
          state.close();
          onBlur?.();
        }}
      />
      <ChevronDownIcon size={18} className={frame.chevron} />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={typeof label === "string" ? label : undefined}
        popover="manual"
        className={cx(layer.layer, styles.list)}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {open && (
          <Options listId={listId} at={at} value={value} found={found} onTake={state.take} />
        )}
      </ul>
    </div>
  );
}

/** The typed text, its matches, and the active match. */
function useCombobox<Value extends string>({
  value,
  onChange,
  options,
}: Pick<ComboboxProps<Value>, "value" | "onChange" | "options">) {
  const [search, setSearch] = useState<string>();
  const [at, setAt] = useState(-1);
  const open = search !== undefined;
  const chosen = options.find((option) => option.value === value);
  const found = matching(options, search === chosen?.label ? "" : (search ?? ""));
  const close = () => {
    setSearch(undefined);
    setAt(-1);
  };
  const show = () => {
    if (open) return;
    setSearch(chosen?.label ?? "");
    setAt(chosen === undefined ? -1 : options.indexOf(chosen));
  };
  const take = (option: ComboboxOption<Value> | undefined) => {
    if (option !== undefined && option.value !== value) onChange(option.value);
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const to = nextOption(event.key, at, found.length);
    if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) show();
    else if (open && to !== undefined) setAt(to);
    else if (open && event.key === "Enter") take(found[at]);
    else if (open && event.key === "Escape") {
      // Closes only the list, not the dialog around it.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  const type = (text: string) => {
    setSearch(text);
    setAt(0);
  };
  return { open, at, found, text: search ?? chosen?.label ?? "", type, show, press, take, close };
}

function Options<Value extends string>({
  listId,
  at,
  value,
  found,
  onTake,
}: {
  listId: string;
  at: number;
  value: Value | undefined;
  found: readonly ComboboxOption<Value>[];
  onTake: (option: ComboboxOption<Value>) => void;
}) {
  const { labels } = useUi();
  if (found.length === 0) {
    return (
      <li
        id={`${listId}-0`}
        role="option"
        aria-selected={false}
        aria-disabled="true"
        className={styles.none}
      >
        {labels.noMatch}
      </li>
    );
  }
  return found.map((option, index) => (
    <Option
      key={option.value}
      id={`${listId}-${index}`}
      option={option}
      active={index === at}
      chosen={option.value === value}
      onTake={() => onTake(option)}
    />
  ));
}

function Option({
  id,
  option,
  active,
  chosen,
  onTake,
}: {
  id: string;
  option: ComboboxOption<string>;
  active: boolean;
  chosen: boolean;
  onTake: () => void;
}) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      data-active={active || undefined}
      className={styles.option}
      onClick={onTake}
    >
      <span className={styles.label}>{option.label}</span>
      {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
      {chosen && <CheckIcon size={18} className={styles.chosen} />}
    </li>
  );
}

/** Shows the list and keeps the active option in view. */
function useOpenList(open: boolean, list: RefObject<HTMLElement | null>, at: number): void {
  useLayoutEffect(() => {
    list.current?.togglePopover(open);
  }, [open, list]);
  useLayoutEffect(() => {
    if (open) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [open, at, list]);
}
