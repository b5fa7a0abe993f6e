import { useEffect, useEffectEvent, useState } from "react";

/** A value once it has not changed for `ms` milliseconds: for asking the service about it. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const settle = useEffectEvent(() => setSettled(value));
  useEffect(() => {
    const timer = setTimeout(settle, ms);
    return () => clearTimeout(timer);
    // Compares by content: equal values are no change.
  }, [text, ms]);
  return settled;
}
