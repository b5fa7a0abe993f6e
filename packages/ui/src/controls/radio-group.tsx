import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import tick from "./checkbox.module.css";
import { describe, FieldGroup, FieldNotes, type FieldProps } from "./field.tsx";
import styles from "./radio-group.module.css";

interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
}

type ChoiceProps<Value extends string> = FieldProps & {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly ChoiceOption<Value>[];
  /** Of the field in its form; the group makes one of its own by default. */
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** One of a few, each with room for a remark. */
export function RadioGroup<Value extends string>({
  value,
  onChange,
  options,
  name,
  disabled = false,
  ...field
}: ChoiceProps<Value>) {
  return (
    <FieldGroup {...field}>
      {(group) => (
        <div>
          {options.map((option) => (
            <Radio
              key={option.value}
              option={option}
              name={name ?? group.name}
              checked={option.value === value}
              disabled={disabled || option.disabled === true}
              wrong={field.error !== undefined}
              onPick={() => onChange(option.value)}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

function Radio({
  option,
  name,
  checked,
  disabled,
  wrong,
  onPick,
}: {
  option: ChoiceOption<string>;
  name: string;
  checked: boolean;
  disabled: boolean;
  wrong: boolean;
  onPick: () => void;
}) {
  const id = useId();
  return (
    <div className={tick.tick}>
      <span className={cx(tick.control, tick.radio, wrong && tick.wrong)}>
        <input
          type="radio"
          className={tick.input}
          id={id}
          name={name}
          value={option.value}
          checked={checked}
          disabled={disabled}
          onChange={onPick}
          aria-describedby={describe(id, option.hint, undefined)["aria-describedby"]}
        />
        <span className={tick.dot} />
      </span>
      <div className={tick.text}>
        <label htmlFor={id} className={tick.label}>
          {option.label}
        </label>
        <FieldNotes id={id} hint={option.hint} error={undefined} />
      </div>
    </div>
  );
}

/** One of two to five short ones, beside each other. */
export function Segmented<Value extends string>({
  value,
  onChange,
  options,
  name,
  disabled = false,
  size = "regular",
  ...field
}: ChoiceProps<Value> & { size?: "small" | "regular" | undefined }) {
  return (
    <FieldGroup {...field}>
      {(group) => (
        <div className={cx(styles.segmented, styles[size])}>
          {options.map((option) => (
            <label key={option.value} className={styles.segment}>
              <input
                type="radio"
                className={styles.input}
                name={name ?? group.name}
                value={option.value}
                checked={option.value === value}
                disabled={disabled || option.disabled === true}
                onChange={() => onChange(option.value)}
              />
              <span className={styles.text}>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
