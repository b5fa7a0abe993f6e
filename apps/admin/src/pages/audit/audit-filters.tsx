import { Button, SelectField, TextField } from "@wordloom/ui";
import { auditActions, auditOutcomes, auditTargets } from "@wordloom/contract/choices";
import { useAdminNames } from "../../features/access/use-admin-names.ts";
import { actionText } from "../../features/audit/audit-words.ts";
import { Filters } from "../../features/filters/filters.tsx";
import { useText } from "../../text/use-text.ts";
import { none, type AuditFilter } from "./audit-filter.ts";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<AuditFilter>) => void;
}

/** The log's filters: action, target, actor, outcome, time. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const text = useText();
  const { t } = text;
  const { admins } = useAdminNames();
  const isNarrowed = Object.values(filter).some((value) => value !== "");
  const any = { value: "", label: t("audit.any") };
  return (
    <Filters>
      <SelectField
        label={t("audit.action")}
        value={filter.action}
        options={[any, ...auditActions.map((value) => ({ value, label: actionText(value, text) }))]}
        onChange={(action) => onChange({ action })}
      />
      <SelectField
        label={t("audit.target")}
        value={filter.targetType}
        options={[
          any,
          ...auditTargets.map((value) => ({ value, label: t(`audit.kind_${value}`) })),
        ]}
        onChange={(targetType) => onChange({ targetType })}
      />
      <TextField
        label={t("audit.target_id")}
        value={filter.targetId}
        onChange={(targetId) => onChange({ targetId: targetId.trim() })}
        spellCheck={false}
      />
      <SelectField
        label={t("audit.by")}
        value={filter.adminId}
        options={[
          { value: "", label: t("audit.anybody") },
          ...admins.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        onChange={(adminId) => onChange({ adminId })}
      />
      <SelectField
        label={t("audit.outcome")}
        value={filter.outcome}
        options={[
          any,
          ...auditOutcomes.map((value) => ({ value, label: t(`audit.outcome_${value}`) })),
        ]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <TextField
        label={t("audit.from")}
        type="date"
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={t("audit.to")}
        type="date"
        value={filter.to}
        onChange={(to) => onChange({ to })}
      />
      {isNarrowed && (
        <Button kind="plain" onClick={() => onChange(none)}>
          {t("shell.all")}
        </Button>
      )}
    </Filters>
  );
}
