import type { KeyboardEvent } from "react";
import { isComposing } from "@wordloom/ui";
import { keyName } from "@wordloom/web";

/** The key that saves a text of several lines, in which Enter begins a new one. */
export const SAVE_KEY = "ctrl+Enter";

/** @returns a handler of `onKeyDown` that saves with Ctrl+Enter or Cmd+Enter */
export function onSaveKey(save: (field: HTMLTextAreaElement) => void) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent) || keyName(event) !== SAVE_KEY) return;
    event.preventDefault();
    save(event.currentTarget);
  };
}
