import { Button, Columns, Headline, Row, Stack } from "@wordloom/ui";
import { runAdvisor } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { AdvisorSettings } from "./advisor-settings.tsx";
import { Spend } from "./spend.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { Whitelist } from "./whitelist.tsx";

/** The service asks a model, so the call may take as long as the service's own timeout. */
const RUN_TIMEOUT_MS = 120_000;

/** The language model's suggestions, its cost, and the parameters that it may change. */
export function AdvisorPage() {
  const { t } = useText();
  const run = useAct(runAdvisor, {
    timeoutMs: RUN_TIMEOUT_MS,
    done: ({ produced, reason }) => {
      if (!produced) return t(`advisor.nothing_${reason === "no_change" ? "same" : "unreadable"}`);
      return t(reason === null ? "advisor.produced" : "advisor.produced_rejected");
    },
  });
  return (
    <Stack space={4}>
      <Row spread>
        <Headline>{t("advisor.title")}</Headline>
        <Button busy={run.busy} onClick={() => run.run({})}>
          {t("advisor.run")}
        </Button>
      </Row>
      <Columns split="wide-first">
        <SuggestionList />
        <Stack space={5}>
          <Spend />
          <AdvisorSettings />
          <Whitelist />
        </Stack>
      </Columns>
    </Stack>
  );
}
