import { createContext, use, type ComponentProps, type ComponentType, type ReactNode } from "react";

/** The words that controls need on every screen, in the language of the person. */
export interface UiLabels {
  /** On the button that closes a dialog, a sheet, a toast. */
  readonly close: string;
  /** On the button that empties a search field or a combobox. */
  readonly clear: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  /** On the buttons of a stepper. */
  readonly increase: string;
  readonly decrease: string;
  readonly previousPage: string;
  readonly nextPage: string;
  /** Read out while a button or a screen is busy. */
  readonly working: string;
  /** The region of the toasts. */
  readonly messages: string;
  readonly retry: string;
  /** Before the trace id of an error: what to quote when asking for help. */
  readonly reference: string;
  /** On what opens the table behind a chart. */
  readonly showTable: string;
  /** In a combobox when nothing matches. */
  readonly noMatch: string;
  /** On the checkbox in the head of a table. */
  readonly selectAll: string;
}

/** What an app's link component has to take; wouter's Link does. */
export type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & { href: string };

interface Ui {
  readonly labels: UiLabels;
  readonly link: ComponentType<LinkProps> | "a";
}

const Context = createContext<Ui | undefined>(undefined);

/**
 * Goes around an app once: gives the controls their words and the app's own link, so that going
 * to another screen does not load the page anew.
 */
export function UiProvider({
  labels,
  link = "a",
  children,
}: {
  labels: UiLabels;
  /** Renders links; the browser's own by default. */
  link?: ComponentType<LinkProps> | "a" | undefined;
  children: ReactNode;
}) {
  return <Context value={{ labels, link }}>{children}</Context>;
}

/** @throws when UiProvider is missing: controls without words cannot be used by everyone */
export function useUi(): Ui {
  const ui = use(Context);
  if (ui === undefined) throw new Error("UiProvider is missing around this control");
  return ui;
}

/** A link of the app. Addresses of other places are left to the browser. */
export function Anchor({ href, ...rest }: LinkProps) {
  const { link: Link } = useUi();
  return /^([a-z]+:|\/\/|#)/i.test(href) ? (
    <a href={href} {...rest} />
  ) : (
    <Link href={href} {...rest} />
  );
}
