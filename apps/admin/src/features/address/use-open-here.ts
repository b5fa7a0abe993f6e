import { useState } from "react";
import { useLocation } from "wouter";

/** Whether something is open that any navigation closes, and a function that sets it. */
export function useOpenHere(): readonly [boolean, (isOpen: boolean) => void] {
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [shownAt, setShownAt] = useState(location);
  if (shownAt !== location) {
    setShownAt(location);
    setIsOpen(false);
  }
  return [isOpen, setIsOpen];
}
