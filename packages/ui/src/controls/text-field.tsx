import { useState, type ComponentProps, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { EyeIcon, EyeOffIcon } from "../icons/icons.tsx";
import { useUi } from "../ui-provider.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./text-field.module.css";

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "value" | "onChange" | "prefix" | "size" | "children"> & {
    value: string;
    onChange: (value: string) => void;
    /** Keeps the hint below an error that says nothing without it. */
    hintStays?: boolean | undefined;
    /** Before and after the text, inside the frame: a unit, a currency, an icon. */
    prefix?: ReactNode;
    suffix?: ReactNode;
  };

/**
 * A line of text. Attributes of the input (type, name, autoComplete, inputMode, maxLength, lang,
 * enterKeyHint, ref …) are passed on. A password gets a button that shows it.
 */
export function TextField({
  label,
  labelHidden,
  hint,
  hintStays,
  error,
  id,
  type = "text",
  value,
  onChange,
  prefix,
  suffix,
  className,
  ...rest
}: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const isPassword = type === "password";
  const plain = isPassword ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {};
  return (
    <Field {...{ label, labelHidden, hint, hintStays, error, id, className }}>
      {(control) => (
        <div className={cx(styles.frame, error !== undefined && styles.wrong)}>
          {prefix !== undefined && <span className={styles.affix}>{prefix}</span>}
          <input
            {...plain}
            type={isPassword && shown ? "text" : type}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...control}
            {...rest}
          />
          {suffix !== undefined && <span className={styles.affix}>{suffix}</span>}
          {isPassword && <ShowButton shown={shown} onPress={() => setShown(!shown)} />}
        </div>
      )}
    </Field>
  );
}

function ShowButton({ shown, onPress }: { shown: boolean; onPress: () => void }) {
  const { labels } = useUi();
  return (
    <IconButton
      label={shown ? labels.hidePassword : labels.showPassword}
      size="small"
      className={styles.inside}
      onClick={onPress}
    >
      {shown ? <EyeOffIcon /> : <EyeIcon />}
    </IconButton>
  );
}

/** Several lines of text. Grows with its text if the browser supports it, up to `rows` × 3. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  id,
  value,
  onChange,
  rows = 4,
  className,
  ...rest
}: FieldProps &
  Omit<ComponentProps<"textarea">, "value" | "onChange" | "children"> & {
    value: string;
    onChange: (value: string) => void;
  }) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <div className={cx(styles.frame, error !== undefined && styles.wrong)}>
          <textarea
            rows={rows}
            className={cx(styles.input, styles.area)}
            style={{ minHeight: `calc(${rows} * 1.5em + 1.25rem)` }}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            {...control}
            {...rest}
          />
        </div>
      )}
    </Field>
  );
}
