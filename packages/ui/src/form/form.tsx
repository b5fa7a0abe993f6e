import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Notice } from "../feedback/notice.tsx";
import styles from "./form.module.css";

/**
 * The form element for `useForm`: shows errors about the whole form above the fields, and replaces
 * the browser's validation messages with ours.
 */
export function Form({
  form,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"form">, "onSubmit"> & {
  form: {
    readonly error: string | undefined;
    readonly onSubmit: NonNullable<ComponentProps<"form">["onSubmit"]>;
  };
}) {
  return (
    <form noValidate className={cx(styles.form, className)} {...rest} onSubmit={form.onSubmit}>
      {form.error !== undefined && (
        <Notice tone="slip" announce>
          {form.error}
        </Notice>
      )}
      {children}
    </form>
  );
}

/** The buttons at the end of a form, the submit button first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
