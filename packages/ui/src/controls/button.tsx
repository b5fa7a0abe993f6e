import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Spinner } from "../feedback/spinner.tsx";
import { Anchor } from "../ui-provider.tsx";
import styles from "./button.module.css";
import { Kbd } from "./kbd.tsx";

export interface ButtonLook {
  /** One primary button per screen: the main action. */
  kind?: "primary" | "quiet" | "plain" | "danger" | undefined;
  size?: "small" | "regular" | "large" | undefined;
  /** Fills the available width. */
  wide?: boolean | undefined;
  icon?: ReactNode;
  /** The shortcut for the same action, as displayed to the person. */
  keys?: string | undefined;
  className?: string | undefined;
}

export type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** In progress: keeps the focus, and ignores further presses. */
    busy?: boolean | undefined;
    /** Turns it into a link that looks like a button. */
    href?: string | undefined;
  };

/** Runs an action or, with `href`, opens an address. */
export function Button({ href, busy = false, ...props }: ButtonProps) {
  return href === undefined ? (
    <PressButton busy={busy} {...props} />
  ) : (
    <LinkButton href={href} {...props} />
  );
}

function PressButton({
  busy,
  onClick,
  type = "button",
  disabled = false,
  ...props
}: Omit<ButtonProps, "href"> & { busy: boolean }) {
  const { look, rest } = split(props);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={nameOf(look, busy)}
      {...rest}
    >
      <Inside {...look} busy={busy}>
        {props.children}
      </Inside>
    </button>
  );
}

function LinkButton({ href, ...props }: Omit<ButtonProps, "busy" | "href"> & { href: string }) {
  const { look, rest } = split(props);
  const { disabled: _, type: __, ...attributes } = rest;
  return (
    <Anchor href={href} className={nameOf(look, false)} {...(attributes as object)}>
      <Inside {...look} busy={false}>
        {props.children}
      </Inside>
    </Anchor>
  );
}

function split({ kind, size, wide, icon, keys, className, children: _, ...rest }: ButtonProps) {
  return { look: { kind, size, wide, icon, keys, className } satisfies ButtonLook, rest };
}

function nameOf(
  { kind = "quiet", size = "regular", wide, className }: ButtonLook,
  busy: boolean,
): string {
  const names = [styles.button, styles[kind], styles[size]];
  return cx(...names, wide && styles.wide, busy && styles.busy, className);
}

function Inside({
  icon,
  keys,
  busy,
  children,
}: ButtonLook & { busy: boolean; children: ReactNode }) {
  return (
    <>
      {busy ? <Spinner /> : icon}
      {children !== undefined && <span className={styles.text}>{children}</span>}
      {keys !== undefined && !busy && <Kbd aria-hidden="true">{keys}</Kbd>}
    </>
  );
}
