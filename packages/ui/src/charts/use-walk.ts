import { useState, type KeyboardEvent } from "react";

/**
 * Lets a person walk along the points of a chart with the arrow keys. Screen readers see a slider
 * whose value is read out in words.
 * @param steps  how far each key moves; Home and End move to both ends
 */
export function useWalk({
  count,
  label,
  textOf,
  steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 },
}: {
  count: number;
  label: string;
  textOf: (at: number) => string;
  steps?: Readonly<Record<string, number>> | undefined;
}) {
  const [place, setAt] = useState<number>();
  const [shown, setShown] = useState(false);
  const last = Math.max(0, count - 1);
  const at = Math.min(place ?? last, last);
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? last : at + (step ?? Number.NaN);
    if (Number.isNaN(to)) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return {
    /** The current point, while the chart has the pointer or the focus. */
    at: shown && count > 0 ? at : undefined,
    text: shown && count > 0 ? textOf(at) : "",
    /** For the pointer: moves to that point, or leaves. */
    point: (to: number | undefined) => {
      setShown(to !== undefined);
      if (to !== undefined) setAt(to);
    },
    props:
      count === 0
        ? ({ role: "img", "aria-label": label } as const)
        : ({
            role: "slider",
            tabIndex: 0,
            "aria-label": label,
            "aria-valuemin": 1,
            "aria-valuemax": count,
            "aria-valuenow": at + 1,
            "aria-valuetext": textOf(at),
            onKeyDown: press,
            onFocus: () => setShown(true),
            onBlur: () => setShown(false),
          } as const),
  };
}
