import { isComposing } from "@wordloom/ui";
import { useEffectEvent, useLayoutEffect } from "react";
import { keyName } from "./key-names.ts";

/** Actions by the name of their key. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Shortcuts of a screen. Single keys are ignored while a person types. Keys that a focused control
 * uses itself (Space and Enter on a button) belong to the control.
 */
export function useKeys(keys: KeyMap, isActive = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A key that is held down acts once.
    if (event.defaultPrevented || isComposing(event) || event.altKey || event.repeat) return;
    const name = keyName(event);
    const act = keys[name];
    if (act === undefined || isForeign(event, name)) return;
    event.preventDefault();
    act();
  });
  // Before the paint, so that a key pressed at first sight of the screen counts.
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
  // A dialog or menu on top receives all keys, even before the dialog's file has loaded; toasts do
  // not count as such a layer.
  const layer = document.querySelector("dialog[open], [popover=auto]:popover-open, [data-coming]");
  if (layer !== null) return true;
  if (target.matches(FIELDS) && !isPlain(target)) {
    if (name === "ctrl+z") return holdsText(target);
    return !name.startsWith("ctrl+") && name !== "Escape";
  }
  return (name === " " || name === "Enter") && target.closest(CONTROLS) !== null;
}

/** A text field undoes typing itself. */
function holdsText(target: Element): boolean {
  if (!target.matches(":read-write")) return false;
  return ("value" in target ? String(target.value) : (target.textContent ?? "")) !== "";
}

/** Checkboxes and radio buttons take no text. */
function isPlain(target: Element): boolean {
  return target instanceof HTMLInputElement && /^(checkbox|radio|range|button)$/.test(target.type);
}
