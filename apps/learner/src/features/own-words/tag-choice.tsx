import { Button, Row, SelectField } from "@wordloom/ui";
import { listOwnTags } from "virtual:endpoints";
import { useState } from "react";
import { latePart, PartBoundary } from "@wordloom/web";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const RenameTag = latePart(() => import("./rename-tag.tsx"), "RenameTag");

/** Instead of a tag; no tag is empty. */
const ALL_TAGS = "";

/** The choice of one of the learner's tags, which can be renamed; hidden until there are any. */
export function TagChoice({
  value = ALL_TAGS,
  onChoose,
  className,
}: {
  readonly value: string | undefined;
  readonly onChoose: (tag: string | undefined) => void;
  readonly className?: string | undefined;
}) {
  const { t } = useText();
  const [renames, setRenames] = useState(false);
  const tags = useRead(listOwnTags).data?.tags ?? [];
  if (tags.length === 0 && value === ALL_TAGS) return null;
  const known = tags.some(({ tag }) => tag === value) || value === ALL_TAGS ? [] : [{ tag: value }];
  const options = [...known, ...tags].map(({ tag }) => ({ value: tag, label: tag }));
  const close = () => setRenames(false);
  return (
    <Row align="end">
      <SelectField
        label={t("own-words.tag")}
        className={className}
        value={value}
        options={[{ value: ALL_TAGS, label: t("own-words.all_tags") }, ...options]}
        onChange={(tag) => onChoose(tag === ALL_TAGS ? undefined : tag)}
      />
      {value !== ALL_TAGS && (
        <Button onClick={() => setRenames(true)}>{t("own-words.tag_rename")}</Button>
      )}
      <PartBoundary key={String(renames)} onMissing={close}>
        {renames && <RenameTag tag={value} onClose={close} onRenamed={onChoose} />}
      </PartBoundary>
    </Row>
  );
}
