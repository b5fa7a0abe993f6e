import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
} from "react";
import { cx } from "../cx.ts";
import { Kbd } from "../controls/kbd.tsx";
import layer from "./layer.module.css";
import styles from "./tooltip.module.css";
import { useAnchored } from "./use-anchored.ts";

/** How long the pointer must rest on a control before its tooltip appears. */
const REST_MS = 450;

/**
 * A remark that appears when its control has the pointer or the focus. Stays while the pointer is
 * on it, disappears on Esc. Not for essential information: touch does not show it.
 */
export function Tooltip({
  text,
  keys,
  describes = true,
  children,
}: {
  text: string;
  keys?: string | undefined;
  /** Whether it is read out as a description; false if it repeats the label. */
  describes?: boolean | undefined;
  /** The control. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
}) {
  const id = useId();
  const around = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const { open, come, go } = useRest(bubble);
  useAnchored(open, around, bubble, { align: "center" });
  return (
    <span
      ref={around}
      className={styles.around}
      onPointerEnter={(event) => event.pointerType !== "touch" && come(REST_MS)}
      onPointerLeave={() => go(80)}
      onPointerDown={() => go(0)}
      onFocus={(event) => event.target.matches(":focus-visible") && come(0)}
      onBlur={() => go(0)}
      onKeyDown={(event) => open && event.key === "Escape" && go(0)}
    >
      {describes ? cloneElement(children, { "aria-describedby": id }) : children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className={cx(layer.layer, styles.tooltip)}
      >
        {text}
        {keys !== undefined && (
          <>
            {" "}
            <Kbd>{keys}</Kbd>
          </>
        )}
      </span>
    </span>
  );
}

function useRest(bubble: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      bubble.current?.togglePopover(next);
      setOpen(next);
    }, afterMs);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  return {
    open,
    come: (afterMs: number) => change(true, afterMs),
    go: (afterMs: number) => change(false, afterMs),
  };
}
