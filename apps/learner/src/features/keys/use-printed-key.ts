import { printedKey } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";

/** How keys are printed on controls, in the learner's language. */
export function usePrintedKey(): (name: string) => string {
  const { t } = useText();
  return (name) => printedKey(name, t("common.space"), t("common.control"));
}
