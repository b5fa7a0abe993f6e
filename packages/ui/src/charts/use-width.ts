import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * The width of an element in px, as it is and becomes: charts are drawn to measure, so that their
 * texts keep their size.
 */
export function useWidth(first = 560): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const measure = () => {
      const now = Math.round(element.current?.clientWidth ?? 0);
      if (now > 0) setWidth(now);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return [element, width];
}
