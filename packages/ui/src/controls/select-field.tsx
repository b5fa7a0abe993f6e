import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { ChevronDownIcon } from "../icons/icons.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./text-field.module.css";

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

/** One of several, with the browser's own list. For more than about fifteen, use Combobox. */
export function SelectField<Value extends string>({
  label,
  labelHidden,
  hint,
  error,
  id,
  value,
  onChange,
  options,
  placeholder,
  className,
  ...rest
}: FieldProps &
  Omit<ComponentProps<"select">, "value" | "onChange" | "children" | "multiple"> & {
    value: Value | "";
    onChange: (value: Value) => void;
    options: readonly SelectOption<Value>[];
    /** Shown while nothing is chosen (value ""). */
    placeholder?: string | undefined;
  }) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <div className={cx(styles.frame, error !== undefined && styles.wrong)}>
          <select
            className={cx(styles.input, styles.select)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value as Value)}
            {...control}
            {...rest}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={18} className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
