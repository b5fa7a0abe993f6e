import { Anchor, Button, Notice, Row, Section, Stack, Text, TextArea } from "@wordloom/ui";
import { replaceEngineConfig } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ChangeList } from "../../features/engine-config/change-list.tsx";
import { useDrafts } from "../../features/engine-config/draft-store.ts";
import { noDrafts, type ConfigVersion } from "../../features/engine-config/drafts.ts";
import { valueAt, withValues } from "../../features/engine-config/parameter-list.ts";
import { ReachedLearners } from "../../features/engine-config/reached-learners.tsx";
import { shortHash } from "../../features/engine-config/version-text.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./parameters.module.css";
import { TryFirst } from "./try-first.tsx";
import type { Impact } from "../../features/engine-config/use-impact.ts";

interface PanelProps {
  /** The version in force when this page last read it. */
  readonly now: ConfigVersion;
  readonly impact: Impact;
  readonly isConflict: boolean;
}

/** The changes so far, their effects, and the save button. */
export function SavingPanel({ now, impact, isConflict }: PanelProps) {
  const { t } = useText();
  const [drafts, change] = useDrafts();
  const save = useSave(now);
  const hasAny = Object.keys(drafts.typed).length > 0;
  const isWriting = drafts.json !== undefined;
  if (!hasAny && !isConflict && !isWriting) {
    return (
      <Section heading={t("parameters.saving")} className={styles.panel}>
        <Text tone="soft">{t("parameters.no_changes")}</Text>
      </Section>
    );
  }
  const isSavable = !isConflict && !isWriting && impact.isPresent && impact.unreadable.length === 0;
  const isWell = impact.faults.length === 0 && impact.query.error === null;
  return (
    <Section heading={t("parameters.saving")} className={styles.panel}>
      <Stack space={2}>
        <ChangeList changes={shownChanges(impact, drafts.base ?? now)} />
        <Faults impact={impact} />
        {isWriting && <Text tone="soft">{t("parameters.json_first")}</Text>}
        <TextArea
          label={t("parameters.note")}
          rows={2}
          maxLength={1_000}
          value={drafts.note}
          onChange={(note) => change((before) => ({ ...before, note }))}
        />
        {save.refusal !== undefined && !isConflict && (
          <Notice tone="slip" announce>
            {save.refusal}
          </Notice>
        )}
        <ReachedLearners />
        <Row space={1}>
          <Button
            kind="primary"
            busy={save.busy}
            disabled={!hasAny || !isSavable || !isWell}
            onClick={() => save.run(withValues(now.config, impact.patch), drafts.note)}
          >
            {t("parameters.save")}
          </Button>
          <TryFirst
            config={withValues(now.config, impact.patch)}
            note={drafts.note}
            disabled={!hasAny || !isSavable || !isWell}
          />
          <Button kind="plain" onClick={() => change(() => noDrafts)}>
            {t("parameters.discard")}
          </Button>
        </Row>
        <Text tone="faint" size="small">
          {t("parameters.restorable")}
        </Text>
      </Stack>
    </Section>
  );
}

/**
 * Saves based on the version that the person saw; the service refuses if another one is in force.
 */
function useSave(now: ConfigVersion) {
  const { t } = useText();
  const [, change] = useDrafts();
  const act = useAct(replaceEngineConfig, {
    showsRefusals: true,
    headers: () => ({ "if-match": `"${now.hash}"` }),
    done: ({ versionHash }) => t("parameters.saved", { hash: shortHash(versionHash) }),
    onDone: () => change(() => noDrafts),
    readsAgainWhenRefused: true,
  });
  return {
    ...act,
    run: (config: object, note: string) =>
      act.run({ body: config, query: note.trim() === "" ? {} : { note } } as never),
  };
}

/**
 * Changes with their effects if the service has reported them; otherwise the typed values as they
 * are.
 */
function shownChanges({ patch, changes }: Impact, { config }: ConfigVersion) {
  return Object.entries(patch).map(([path, after]) => {
    const effect = changes.find((each) => each.path === path && each.after === after)?.effect;
    return { path, before: valueAt(config, path), after, effect };
  });
}

/** Why nothing can be saved, including fields that another group or search hides. */
function Faults({ impact: { faults, unreadable, query } }: { readonly impact: Impact }) {
  const { t } = useText();
  if (query.error !== null) return <Notice tone="slip">{t("parameters.effects_failed")}</Notice>;
  // The service's verdict on an earlier value does not apply to one that is now unreadable.
  const judged = faults.filter(({ path }) => !unreadable.includes(path));
  const reasons = [
    ...unreadable.map((path) => ({ path, reason: t("parameters.no_number") })),
    ...judged.map(({ path, rule }) => ({ path, reason: t("parameters.refused_value", { rule }) })),
  ];
  if (reasons.length === 0) return null;
  return (
    <Notice tone="slip" announce>
      {reasons.map(({ path, reason }) => (
        <p key={path + reason}>
          <Anchor href={`/engine/parameters?q=${encodeURIComponent(path)}`}>{path}</Anchor> {reason}
        </p>
      ))}
    </Notice>
  );
}
