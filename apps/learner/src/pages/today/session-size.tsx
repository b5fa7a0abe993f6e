import { Kbd, Segmented } from "@wordloom/ui";
import { useKeys } from "@wordloom/web";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useText } from "../../text/use-text.ts";
import { sizesFor } from "./session-sizes.ts";
import styles from "./today-plan.module.css";

/**
 * How many words the next session has: fewer than are planned, as a habit, or more, this once.
 * @param props.planned words of today's plan
 */
export function SessionSize({ planned }: { readonly planned: number }) {
  const { t, number } = useText();
  const { session } = useAppSettings();
  const { sizes, chosen } = sizesFor(planned, session);
  const choose = (words: number | null) =>
    void changeAppSettings({ session: { words, once: words !== null && words > planned } });
  useKeys(Object.fromEntries(sizes.map((size, at) => [String(at + 1), () => choose(size)])));
  return (
    <Segmented
      label={t("today.session_words")}
      size="small"
      value={String(chosen)}
      options={sizes.map((size, at) => ({
        value: String(size),
        label: (
          <span className={styles["size"]}>
            {size === null ? t("today.session_plan", { count: planned }) : number(size)}
            <Kbd aria-hidden="true">{at + 1}</Kbd>
          </span>
        ),
      }))}
      onChange={(value) => choose(sizes.find((size) => String(size) === value) ?? null)}
    />
  );
}
