import { Row, SearchField, SelectField, Stack, Text } from "@wordloom/ui";
import { useKeys } from "@wordloom/web";
import { useRef } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import type { Typed } from "../../features/engine-config/drafts.ts";
import { searched, valueAt, type Parameter } from "../../features/engine-config/parameter-list.ts";
import { groupText, meaningText } from "../../features/engine-config/parameter-text.ts";
import { useText } from "../../text/use-text.ts";
import { ParameterRow } from "./parameter-row.tsx";
import styles from "./parameters.module.css";
import type { Impact } from "../../features/engine-config/use-impact.ts";

interface FormProps {
  readonly parameters: readonly Parameter[];
  readonly config: unknown;
  readonly typed: Typed;
  readonly impact: Impact;
  readonly onType: (path: string, value: string | boolean) => void;
}

/** A form made from the schema. A search covers all groups. */
export function ParameterForm({ parameters, config, typed, impact, onType }: FormProps) {
  const translator = useText();
  const { t } = translator;
  const [{ group, q: text }, change] = useAddress({ group: "memoryModel", q: "" });
  const search = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => search.current?.focus() });
  const rows = searched(
    parameters,
    { group: text === "" && group !== "all" ? group : "", text },
    (parameter) => meaningText(parameter, translator),
  );
  const groups = [...new Set(parameters.map((parameter) => parameter.group))];
  return (
    <Stack space={2}>
      <Row align="end">
        <SearchField
          ref={search}
          className={styles.search}
          label={t("parameters.search", { count: parameters.length })}
          placeholder={t("parameters.search", { count: parameters.length })}
          keys="/"
          value={text}
          onChange={(q) => change({ q })}
        />
        <SelectField
          label={t("parameters.group")}
          labelHidden
          value={text === "" ? group : "all"}
          onChange={(next) => change({ group: next, q: "" })}
          options={[
            { value: "all", label: t("parameters.all_groups") },
            ...groups.map((value) => ({ value, label: groupText(value, translator) })),
          ]}
        />
        <Text as="span" tone="faint" size="small" role="status">
          {t("parameters.shown", { count: rows.length })}
        </Text>
      </Row>
      <ul className={styles.rows} role="list">
        {rows.map((parameter) => (
          <ParameterRow
            key={parameter.path}
            parameter={parameter}
            value={valueAt(config, parameter.path)}
            typed={typed[parameter.path]}
            error={faultOf(parameter.path)}
            onType={(value) => onType(parameter.path, value)}
          />
        ))}
      </ul>
    </Stack>
  );

  function faultOf(path: string): string | undefined {
    if (impact.unreadable.includes(path)) return t("parameters.no_number");
    const fault = impact.faults.find((each) => each.path === path);
    return fault && t("parameters.refused_value", { rule: fault.rule });
  }
}
