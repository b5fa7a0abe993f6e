import { Button, Row, Stack, Text } from "@wordloom/ui";
import type { WordAct } from "./use-study-acts.ts";
import { useText } from "../../text/use-text.ts";

/** Tells the learner that a word keeps being missed, and what to do about it. */
export function LeechLine({
  lapses,
  acts,
}: {
  readonly lapses: number;
  readonly acts: readonly WordAct[];
}) {
  const { t } = useText();
  const ways = acts.filter(({ action }) => action === "suspend" || action === "bury");
  return (
    <Stack space={1}>
      <Text size="small" tone="slip">
        {t("study.leech", { count: lapses })}
      </Text>
      <Row space={1}>
        {ways.map(({ action, label, run }) => (
          <Button key={action} size="small" onClick={run}>
            {label}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
