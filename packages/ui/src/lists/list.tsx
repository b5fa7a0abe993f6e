import { useRef, type ComponentProps, type ReactNode } from "react";
import { Checkbox } from "../controls/checkbox.tsx";
import { cx } from "../cx.ts";
import { Anchor } from "../ui-provider.tsx";
import styles from "./list.module.css";
import { useListKeys } from "./use-list-keys.ts";

/** Rows between hairlines. With `keyboard`, j and k move along them. */
export function List({
  ordered = false,
  keyboard = false,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"ul">, "ref"> & {
  ordered?: boolean | undefined;
  keyboard?: boolean | undefined;
}) {
  const Tag = ordered ? "ol" : "ul";
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  useListKeys(list, { enabled: keyboard });
  return (
    <Tag ref={list} role="list" className={cx(styles.list, className)} {...rest}>
      {children}
    </Tag>
  );
}

/**
 * A row: its name, a remark below, and facts or actions at the end. With `href` or `onPress` the
 * whole row can be pressed; controls in `end` keep their own actions.
 */
export function ListRow({
  children,
  detail,
  lead,
  end,
  tone = "soft",
  href,
  onPress,
  select,
  current = false,
  className,
}: {
  /** What the row is about: a Headword, a name. */
  children: ReactNode;
  detail?: ReactNode;
  /** At the start: an icon, a mark. */
  lead?: ReactNode;
  end?: ReactNode;
  /** Tone of the text at the end. */
  tone?: "soft" | "firm" | "slip" | undefined;
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  /** A checkbox at the start, with a label for screen readers. */
  select?:
    | {
        readonly label: string;
        readonly checked: boolean;
        /** `range`: Shift was held, so everything up to here is selected. */
        readonly onChange: (checked: boolean, range: boolean) => void;
      }
    | undefined;
  /** The row that is open next to the list. */
  current?: boolean | undefined;
  className?: string | undefined;
}) {
  const shift = useRef(false);
  const pressable = href !== undefined || onPress !== undefined;
  return (
    <li
      data-row
      className={cx(
        styles.row,
        pressable && styles.pressable,
        current && styles.current,
        className,
      )}
    >
      {select !== undefined && (
        <div className={styles.own} onPointerDown={(event) => (shift.current = event.shiftKey)}>
          <Checkbox
            label={select.label}
            labelHidden
            checked={select.checked}
            onChange={(checked) => {
              select.onChange(checked, shift.current);
              shift.current = false;
            }}
          />
        </div>
      )}
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      <div className={styles.main}>
        <Press {...{ href, onPress, current }}>{children}</Press>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {end !== undefined && <End tone={tone}>{end}</End>}
    </li>
  );
}

function End({ tone, children }: { tone: "soft" | "firm" | "slip"; children: ReactNode }) {
  return (
    <div className={cx(styles.end, styles[tone])} data-flush="">
      {children}
    </div>
  );
}

function Press({
  href,
  onPress,
  current,
  children,
}: {
  href: string | undefined;
  onPress: (() => void) | undefined;
  current: boolean;
  children: ReactNode;
}) {
  const mark = current ? ({ "aria-current": "true" } as const) : {};
  if (href !== undefined) {
    return (
      <Anchor href={href} className={styles.press} {...mark}>
        {children}
      </Anchor>
    );
  }
  if (onPress === undefined) return <div>{children}</div>;
  return (
    <button type="button" className={styles.press} onClick={onPress} {...mark}>
      {children}
    </button>
  );
}
