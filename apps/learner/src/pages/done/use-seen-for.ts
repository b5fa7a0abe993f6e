import { useEffect, useState } from "react";

/** Whether a screen has been shown for this many milliseconds. */
export function useSeenFor(ms: number): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSeen(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isSeen;
}
