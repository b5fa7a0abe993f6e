import { Text } from "@wordloom/ui";
import { effectText } from "./parameter-text.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./change-list.module.css";

export interface ShownChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The effect on learners: an English sentence of the engine. */
  readonly effect?: string | undefined;
}

/** Values before and after, as a diff: a minus for removed values, a plus for new ones. */
export function ChangeList({ changes }: { readonly changes: readonly ShownChange[] }) {
  const { t } = useText();
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, before, after, effect }) => (
        <div key={path} className={styles.change}>
          <dt className={styles.path}>{path}</dt>
          <dd className={styles.before}>
            <del aria-label={t("parameters.value_before", { value: valueText(before) })}>
              − {valueText(before)}
            </del>
          </dd>
          <dd className={styles.after}>
            <ins aria-label={t("parameters.value_after", { value: valueText(after) })}>
              + {valueText(after)}
            </ins>
          </dd>
          {effect !== undefined && (
            <dd>
              <Effect {...{ path, before, after, effect }} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Effect(change: ShownChange & { readonly effect: string }) {
  const said = effectText(change, useText());
  return (
    <Text as="span" tone="soft" size="small" lang={said === change.effect ? "en" : undefined}>
      {said}
    </Text>
  );
}

/** A value as typed and sent: without thousands separators. */
export const valueText = (value: unknown): string =>
  value === undefined || value === null ? "–" : String(value);
