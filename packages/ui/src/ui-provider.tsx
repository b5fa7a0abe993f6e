import { createContext, use, type ComponentProps, type ComponentType, type ReactNode } from "react";

/** The texts that controls need on every screen, in the person's language. */
export interface UiLabels {
  /** On the button that closes a dialog, a sheet, a toast. */
  readonly close: string;
  /** On the button that clears a search field or a combobox. */
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
  /** Names the region of the toasts. */
  readonly messages: string;
  readonly retry: string;
  /** Precedes the trace id of an error: the reference to quote when asking for help. */
  readonly reference: string;
  /** On the control that opens the table behind a chart. */
  readonly showTable: string;
  /** In a combobox when nothing matches. */
  readonly noMatch: string;
  /** On the checkbox in the head of a table. */
  readonly selectAll: string;
}

/** The props that an app's link component must accept; wouter's Link does. */
export type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & { href: string };

interface Ui {
  readonly labels: UiLabels;
  readonly link: ComponentType<LinkProps> | "a";
}

const Context = createContext<Ui | undefined>(undefined);

/**
 * Wraps an app once: provides controls with their texts and with the app's own link, so that
 * navigation does not reload the page.
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

/** @throws if UiProvider is missing: controls without texts are not accessible */
export function useUi(): Ui {
  const ui = use(Context);
  if (ui === undefined) throw new Error("UiProvider is missing around this control");
  return ui;
}

/** A link of the app. Addresses elsewhere are left to the browser. */
export function Anchor({ href, ...rest }: LinkProps) {
  const { link: Link } = useUi();
  return /^([a-z]+:|\/\/|#)/i.test(href) ? (
    <a href={href} {...rest} />
  ) : (
    <Link href={href} {...rest} />
  );
}
