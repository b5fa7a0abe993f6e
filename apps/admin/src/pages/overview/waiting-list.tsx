import { List, ListRow, Section, Text } from "@wordloom/ui";
import type { OverviewDashboard } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";

type Waiting = OverviewDashboard["waiting"];

const places = [
  ["openFeedback", "/feedback"],
  ["pendingSuggestions", "/engine/advisor"],
  ["deadLetters", "/monitoring?part=dead"],
  ["missedWorkers", "/monitoring?part=workers&show=ailing"],
  ["flaggedDevices", "/clients?part=flagged"],
] as const satisfies (readonly [keyof Waiting, string])[];

/** Decisions that need a person. */
export function WaitingList({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useText();
  const some = places.filter(([name]) => waiting[name] > 0);
  return (
    <Section heading={t("overview.waiting")}>
      {some.length === 0 ? (
        <Text tone="soft">{t("overview.nothing_waits")}</Text>
      ) : (
        <List>
          {some.map(([name, href]) => (
            <ListRow key={name} href={href}>
              {t(`overview.waiting_${name}`, { count: waiting[name] })}
            </ListRow>
          ))}
        </List>
      )}
    </Section>
  );
}
