import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { CheckIcon, MinusIcon } from "../icons/icons.tsx";
import { VisuallyHidden } from "../feedback/visually-hidden.tsx";
import styles from "./checkbox.module.css";
import { describe, FieldNotes, type FieldProps } from "./field.tsx";

type TickProps = FieldProps &
  Omit<ComponentProps<"input">, "type" | "checked" | "onChange" | "children" | "value"> & {
    checked: boolean;
    onChange: (checked: boolean) => void;
    /** At the end of the line: a figure, a link. Not part of the label. */
    end?: ReactNode;
  };

/** Yes or no, effective when the form is sent; or one of several that can be ticked. */
export function Checkbox({
  indeterminate = false,
  ...props
}: TickProps & { indeterminate?: boolean | undefined }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <Tick {...props} box={box} look={styles.box}>
      {indeterminate ? (
        <MinusIcon size={16} className={styles.mark} />
      ) : (
        <CheckIcon size={16} className={styles.mark} />
      )}
    </Tick>
  );
}

/** On or off, effective immediately. */
export function Switch(props: TickProps) {
  return (
    <Tick role="switch" {...props} look={styles.switch}>
      <span className={styles.knob} />
    </Tick>
  );
}

function Tick({
  label,
  labelHidden = false,
  hint,
  error,
  id,
  checked,
  onChange,
  end,
  box,
  look,
  className,
  children,
  ...rest
}: TickProps & {
  box?: React.RefObject<HTMLInputElement | null>;
  look: string | undefined;
  children: ReactNode;
}) {
  const own = useId();
  const name = id ?? own;
  return (
    <div className={cx(styles.tick, labelHidden && styles.bare, className)}>
      <span className={cx(styles.control, look, error !== undefined && styles.wrong)}>
        <input
          type="checkbox"
          className={styles.input}
          id={name}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...(box === undefined ? {} : { ref: box })}
          {...describe(name, hint, error)}
          {...rest}
        />
        {children}
      </span>
      <div className={labelHidden ? undefined : styles.text}>
        {labelHidden ? (
          <VisuallyHidden>
            <label htmlFor={name}>{label}</label>
          </VisuallyHidden>
        ) : (
          <label htmlFor={name} className={styles.label}>
            {label}
          </label>
        )}
        <FieldNotes id={name} hint={hint} error={error} />
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
}
