import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { WarningIcon } from "../icons/icons.tsx";
import { VisuallyHidden } from "../feedback/visually-hidden.tsx";
import styles from "./field.module.css";

/** What every field shows around its control. */
export interface FieldProps {
  readonly label: ReactNode;
  /** Only read out, if the surroundings already name the field. */
  readonly labelHidden?: boolean | undefined;
  /** Help before typing; replaced by the error, which matters more. */
  readonly hint?: ReactNode;
  /** What is wrong and how to fix it, in plain words. */
  readonly error?: string | undefined;
}

/** Attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** A label, its control, and the hint or the error below each other. */
export function Field({
  label,
  labelHidden = false,
  hint,
  hintStays = false,
  error,
  id,
  className,
  children,
}: FieldProps & {
  /** Keeps the hint below an error that says nothing without it. */
  hintStays?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}) {
  const own = useId();
  const name = id ?? own;
  const control = { id: name, ...describe(name, hint, error) };
  return (
    <div className={cx(styles.field, className)}>
      {labelHidden ? (
        <VisuallyHidden>
          <label htmlFor={name}>{label}</label>
        </VisuallyHidden>
      ) : (
        <label htmlFor={name} className={styles.label}>
          {label}
        </label>
      )}
      {children(control)}
      <FieldNotes id={name} hint={hint} error={error} />
      {hintStays && error !== undefined && <FieldNotes id={name} hint={hint} error={undefined} />}
    </div>
  );
}

/** A group of controls under one label: radio buttons. */
export function FieldGroup({
  label,
  labelHidden = false,
  hint,
  error,
  className,
  children,
}: FieldProps & {
  className?: string | undefined;
  children: (group: { name: string }) => ReactNode;
}) {
  const id = useId();
  const { "aria-describedby": describedBy } = describe(id, hint, error);
  const legend = labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label;
  return (
    <fieldset className={cx(styles.field, className)} aria-describedby={describedBy}>
      <legend className={labelHidden ? undefined : styles.label}>{legend}</legend>
      {children({ name: id })}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

/** The id under which FieldNotes renders the error, or else the hint. */
export function describe(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): Omit<FieldControl, "id"> {
  const note = error !== undefined ? `${id}-error` : isThere(hint) ? `${id}-hint` : undefined;
  return {
    "aria-describedby": note,
    "aria-invalid": error === undefined ? undefined : true,
  };
}

const isThere = (node: ReactNode): boolean => node !== undefined && node !== null && node !== false;

export function FieldNotes({
  id,
  hint,
  error,
}: {
  id: string;
  hint: ReactNode;
  error: string | undefined;
}) {
  if (error !== undefined) {
    return (
      <p id={`${id}-error`} className={styles.error}>
        <WarningIcon size={16} className={styles.errorIcon} />
        {error}
      </p>
    );
  }
  if (!isThere(hint)) return null;
  return (
    <div id={`${id}-hint`} className={styles.hint}>
      {hint}
    </div>
  );
}
