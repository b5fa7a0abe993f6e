const precise = matchMedia("(hover: hover), (pointer: fine)");

/** Whether keys are worth mentioning: a device that is only touched has none at hand. */
export const hasKeyboard = (): boolean => precise.matches;
