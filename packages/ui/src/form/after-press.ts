let isPressed = false;

if (typeof addEventListener === "function") {
  const note = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  addEventListener("pointerdown", note(true), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, note(false), true);
}

/**
 * Runs something that may move content: immediately or, while a pointer is pressed, after the
 * click. A button that moves between press and release does not get the click.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  const go = () => setTimeout(run);
  addEventListener("pointerup", go, { once: true });
}
