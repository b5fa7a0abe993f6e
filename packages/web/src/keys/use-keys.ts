import { useEffectEvent, useLayoutEffect } from "react";
import { keyName } from "./key-names.ts";

/** By the name of the key; what it does. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Shortcuts of a screen. Single keys are left alone while a person types, and keys that a focused
 * control uses itself (Space and Enter on a button) belong to the control.
 */
export function useKeys(keys: KeyMap, isActive = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A key that is held down acts once.
    if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat) return;
    const name = keyName(event);
    const act = keys[name];
    if (act === undefined || isForeign(event, name)) return;
    event.preventDefault();
    act();
  });
  // Not after the paint: a key that is pressed at the first sight of the screen counts.
  useLayoutEffect(() => {
    if (!isActive) return;
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isActive]);
}

const CONTROLS = "button, a[href], summary, select, [role=option], [role=menuitem], [role=slider]";
const FIELDS = "input, textarea, select, [contenteditable=true]";

function isForeign(event: KeyboardEvent, name: string): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target === null) return false;
  // A dialog or menu on top has the keys to itself, also before the dialog's file has come;
  // messages are no such layer.
  const layer = document.querySelector("dialog[open], [popover=auto]:popover-open, [data-coming]");
  if (layer !== null) return true;
  if (target.matches(FIELDS) && !isPlain(target)) {
    if (name === "ctrl+z") return holdsText(target);
    return !name.startsWith("ctrl+") && name !== "Escape";
  }
  return (name === " " || name === "Enter") && target.closest(CONTROLS) !== null;
}

/** What is being typed is taken back by the field itself. */
function holdsText(target: Element): boolean {
  if (!target.matches(":read-write")) return false;
  return ("value" in target ? String(target.value) : (target.textContent ?? "")) !== "";
}

/** Checkboxes and radio buttons take no text. */
function isPlain(target: Element): boolean {
  return target instanceof HTMLInputElement && /^(checkbox|radio|range|button)$/.test(target.type);
}
