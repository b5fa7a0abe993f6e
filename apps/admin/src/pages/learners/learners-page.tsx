import {
  Button,
  Empty,
  Headline,
  Row,
  SearchField,
  Segmented,
  SelectField,
  Stack,
} from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { exportLearners, pageLearners, readLearnerFacets } from "virtual:endpoints";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import { ExportButton } from "../../features/csv-export/export-button.tsx";
import { Filters } from "../../features/filters/filters.tsx";
import type { PagedColumn } from "../../features/paged-table/paged-column.ts";
import { PagedTable } from "../../features/paged-table/paged-table.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { BulkActs } from "./bulk/bulk-acts.tsx";
import { useChosen } from "./bulk/use-chosen.ts";
import { NewLearner } from "./new-learner.tsx";

const none = { search: "", status: "", role: "", inactiveDays: "" } as const;
type Filter = { readonly [Name in keyof typeof none]: string };
const roles = ["user", "staff"] as const;
const pauses = ["7", "30", "90", "365"] as const;

/** All learners: searched by name or address, filtered by recent activity. */
export function LearnersPage() {
  const text = useText();
  const { t } = text;
  const [filter, change] = useAddress(none);
  const [isNew, setNew] = useState(false);
  const { choice, chosen, leave } = useChosen(({ username }) =>
    t("bulk.choose", { name: username }),
  );
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const reason = Object.keys(given).length > 0 ? "none" : "none_yet";
  return (
    <Stack space={3}>
      <Row spread align="end">
        <Headline>{t("shell.users")}</Headline>
        <Row>
          <ExportButton
            label={t("learners.export")}
            path={exportLearners.path}
            query={given}
            name="learners.csv"
          />
          <Button kind="primary" onClick={() => setNew(true)}>
            {t("learners.create")}
          </Button>
        </Row>
      </Row>
      <Facets status={filter.status} onChange={(status) => change({ status })} />
      <LearnerFilters filter={filter} onChange={change} />
      <PagedTable
        caption={t("shell.users")}
        failed={t("learners.failed")}
        endpoint={pageLearners}
        query={given}
        standardSort="-createdAt"
        columns={columnsIn(text)}
        choice={choice}
        hrefOf={({ id }) => `/users/${id}`}
        empty={<Empty heading={t(`learners.${reason}`)} text={t(`learners.${reason}_text`)} />}
      />
      <BulkActs chosen={chosen} onLeave={leave} />
      {isNew && <NewLearner onClose={() => setNew(false)} />}
    </Stack>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

function LearnerFilters({ filter, onChange }: FiltersProps) {
  const text = useText();
  const { t } = text;
  const isNarrowed = Object.values(filter).some((value) => value !== "");
  return (
    <Filters>
      <SearchField
        label={t("learners.search")}
        placeholder={t("learners.search")}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        label={t("learners.role")}
        value={filter.role}
        options={optionsIn(text, roles, (value) => t(`learners.role_${value}`))}
        onChange={(role) => onChange({ role })}
      />
      <SelectField
        label={t("learners.pause")}
        value={filter.inactiveDays}
        options={optionsIn(text, pauses, (days) => t("learners.pause_days", { days }))}
        onChange={(inactiveDays) => onChange({ inactiveDays })}
      />
      {isNarrowed && (
        <Button kind="plain" onClick={() => onChange(none)}>
          {t("shell.all")}
        </Button>
      )}
    </Filters>
  );
}

function optionsIn<Value extends string>(
  { t }: Translator,
  values: readonly Value[],
  labelOf: (value: Value) => string,
) {
  const named = values.map((value) => ({ value: value as string, label: labelOf(value) }));
  return [{ value: "", label: t("learners.any") }, ...named];
}

interface FacetsProps {
  readonly status: string;
  readonly onChange: (status: string) => void;
}

/** The number of learners by status; pressing one filters the list. */
function Facets({ status, onChange }: FacetsProps) {
  const { t, number } = useText();
  const facets = useRead(readLearnerFacets);
  return (
    <Loaded of={facets} failed={t("learners.facets_failed")}>
      {({ total, active, inactive7d, banned }) => (
        <Segmented
          label={t("learners.facets")}
          labelHidden
          size="small"
          value={status}
          onChange={onChange}
          options={[
            { value: "", label: t("learners.total", { count: number(total) }) },
            { value: "active", label: t("learners.active", { count: number(active) }) },
            { value: "inactive", label: t("learners.inactive", { count: number(inactive7d) }) },
            { value: "suspended", label: t("learners.banned", { count: number(banned) }) },
          ]}
        />
      )}
    </Loaded>
  );
}

function columnsIn({ t, date, number, relative }: Translator): PagedColumn<AdminUser>[] {
  const now = Date.now();
  return [
    {
      key: "name",
      header: t("learners.name"),
      width: "2fr",
      sortField: "username",
      cell: ({ username }) => username,
    },
    {
      key: "email",
      header: t("learners.email"),
      width: "3fr",
      wideOnly: true,
      sortField: "email",
      cell: ({ email }) => email,
    },
    {
      key: "status",
      header: t("learners.status"),
      width: "5.5rem",
      cell: ({ status }) => t(`learners.status_${status}`),
    },
    {
      key: "role",
      header: t("learners.role"),
      width: "6rem",
      wideOnly: true,
      cell: ({ role }) => t(`learners.role_${role}`),
    },
    {
      key: "seen",
      header: t("learners.seen"),
      width: "7rem",
      wideOnly: true,
      sortField: "lastSeenAt",
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? t("learners.never") : relative(lastSeenAt, now),
    },
    {
      key: "created",
      header: t("learners.created"),
      width: "9rem",
      wideOnly: true,
      sortField: "createdAt",
      cell: ({ createdAt }) => date(createdAt),
    },
    {
      key: "signed_in",
      header: t("learners.signed_in"),
      width: "9rem",
      wideOnly: true,
      extra: true,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t("learners.never") : date(lastLoginAt)),
    },
    {
      key: "locked",
      header: t("learners.locked"),
      width: "9rem",
      wideOnly: true,
      extra: true,
      cell: ({ lockedUntil }) => (lockedUntil === null ? "–" : date(lockedUntil)),
    },
    {
      key: "failed",
      header: t("learners.failed_logins"),
      width: "7rem",
      align: "end",
      wideOnly: true,
      extra: true,
      cell: ({ failedLoginCount }) => number(failedLoginCount),
    },
    {
      key: "id",
      header: t("learners.id"),
      width: "3fr",
      wideOnly: true,
      extra: true,
      cell: ({ id }) => id,
    },
  ];
}
