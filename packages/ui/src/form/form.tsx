import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Notice } from "../feedback/notice.tsx";
import styles from "./form.module.css";

/**
 * The form element for `useForm`: what is wrong with the whole above the fields, which judge
 * themselves in our words, not in the browser's.
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

/** The buttons that end a form, the one that sends it first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
