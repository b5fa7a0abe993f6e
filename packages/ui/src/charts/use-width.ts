import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * The current width of an element in px. Charts are drawn at this width so that their texts keep
 * their size.
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
