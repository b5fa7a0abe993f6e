import { Row, SelectField, Tabs } from "@wordloom/ui";
import type { CallOutput } from "@wordloom/contract/client";
import { readFeedbackStats } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { Filters } from "../../features/filters/filters.tsx";
import { useText, type Translator } from "../../text/use-text.ts";
import { categoryText } from "./category-text.ts";
import { addressOf, ANY_STATUS, priorities, statuses, type InboxFilter } from "./inbox-filter.ts";

interface FilterProps {
  readonly filter: InboxFilter;
  readonly change: (change: Partial<InboxFilter>) => void;
}

type Numbers = CallOutput<typeof readFeedbackStats>;

/** The statuses with their counts, and the inbox's other filters. */
export function InboxFilters({ filter, change }: FilterProps) {
  const text = useText();
  const { t, number } = text;
  const { data } = useRead(readFeedbackStats);
  const narrow = (by: Partial<InboxFilter>) => change({ ...by, page: "1" });
  const hrefOf = (status: string) => addressOf({ ...filter, status, page: "1" });
  const any = { value: "", label: t("learners.any") };
  return (
    <Row spread align="end">
      <Tabs
        label={t("feedback.status")}
        current={hrefOf(filter.status)}
        items={[...statuses, ANY_STATUS].map((status) => ({
          href: hrefOf(status),
          label: t(`feedback.status_${status}` as "feedback.status_open"),
          count: data === undefined ? undefined : number(countOf(data, status)),
        }))}
      />
      <Filters>
        <SelectField
          label={t("feedback.category")}
          value={filter.category}
          options={[any, ...categoriesOf(data, filter.category, text)]}
          onChange={(category) => narrow({ category })}
        />
        <SelectField
          label={t("feedback.priority")}
          value={filter.priority}
          options={[
            any,
            ...priorities.map((value) => ({ value, label: t(`feedback.priority_${value}`) })),
          ]}
          onChange={(priority) => narrow({ priority })}
        />
        <SelectField
          label={t("feedback.unread")}
          value={filter.unread}
          options={[
            any,
            { value: "true", label: t("feedback.unread_only") },
            { value: "false", label: t("feedback.read_only") },
          ]}
          onChange={(unread) => narrow({ unread })}
        />
        <SelectField
          label={t("feedback.assignee")}
          value={filter.assigned}
          options={[
            any,
            { value: "true", label: t("feedback.with_assignee") },
            { value: "false", label: t("feedback.nobody") },
          ]}
          onChange={(assigned) => narrow({ assigned })}
        />
      </Filters>
    </Row>
  );
}

function countOf({ total, byStatus }: Numbers, status: string): number {
  const { inProgress, ...others } = byStatus;
  const counts: Readonly<Record<string, number>> = { ...others, in_progress: inProgress };
  return counts[status] ?? total;
}

/** The categories that learners chose, the largest first; always includes the selected one. */
function categoriesOf(data: Numbers | undefined, chosen: string, text: Translator) {
  const known = Object.entries(data?.byCategory ?? {})
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => name);
  const all = chosen === "" ? known : [...new Set([chosen, ...known])];
  return all.map((name) => ({ value: name, label: categoryText(name, text) }));
}
