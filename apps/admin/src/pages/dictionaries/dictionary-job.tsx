import { useQueryClient } from "@tanstack/react-query";
import { Button, List, ListRow, Notice, Progress, Row, Section, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { keyOf } from "@wordloom/web";
import { listDictionaries, readDictionaryJob } from "virtual:endpoints";
import { useEffect } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const REFRESH_MS = 1_000;
/** More problems look like the first ones. */
const PROBLEMS_SHOWN = 10;

/** How far a dictionary is that was sent, and how it ended. */
export function DictionaryJob({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const { data: job } = useRead(readDictionaryJob, { params: { id } });
  if (job === undefined) return null;
  if (job.state !== "done" && job.state !== "failed") return <Running job={job} />;
  return (
    <Section heading={job.name}>
      <Stack space={2}>
        {job.state === "failed" ? (
          <Notice tone="slip" announce>
            {t("dictionaries.job_failed", { reason: job.error?.message ?? "" })}
          </Notice>
        ) : (
          <Notice tone="firm" announce>
            {t("dictionaries.job_done")}
          </Notice>
        )}
        {job.problemCount > 0 && <Problems job={job} />}
        <Row>
          <Button onClick={onClose}>{t("common.close")}</Button>
        </Row>
      </Stack>
    </Section>
  );
}

function Running({ job: { id, name, progress } }: { readonly job: Import }) {
  const { t, number } = useText();
  const queries = useQueryClient();
  useRead(readDictionaryJob, { params: { id } }, { refetchInterval: REFRESH_MS });
  // It ends with the job, which has made a new dictionary.
  useEffect(
    () => () => void queries.invalidateQueries({ queryKey: keyOf(listDictionaries) }),
    [queries],
  );
  return (
    <Section heading={name}>
      <Stack space={1}>
        <Text tone="soft">{t("dictionaries.job_reading")}</Text>
        <Progress
          label={t("dictionaries.job_reading")}
          value={progress}
          text={number(progress, { style: "percent", maximumFractionDigits: 0 })}
          showText
        />
      </Stack>
    </Section>
  );
}

function Problems({ job: { problems, problemCount } }: { readonly job: Import }) {
  const { t } = useText();
  return (
    <Stack space={1}>
      <Text tone="soft">{t("dictionaries.job_problems", { count: problemCount })}</Text>
      <List>
        {problems.slice(0, PROBLEMS_SHOWN).map(({ where, message }) => (
          <ListRow key={where} detail={message}>
            {where}
          </ListRow>
        ))}
      </List>
    </Stack>
  );
}
