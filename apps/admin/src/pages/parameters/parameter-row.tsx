import { Badge, cx, IconButton, Switch, Text, TextField, UndoIcon } from "@wordloom/ui";
import { valueText } from "../../features/engine-config/change-list.tsx";
import {
  nameOf,
  type Parameter,
  type ParameterValue,
} from "../../features/engine-config/parameter-list.ts";
import { meaningText } from "../../features/engine-config/parameter-text.ts";
import { unitText } from "../../features/units/unit-text.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import styles from "./parameters.module.css";

interface RowProps {
  readonly parameter: Parameter;
  /** The value in the version being changed. */
  readonly value: ParameterValue | undefined;
  /** Undefined if unchanged. */
  readonly typed: string | boolean | undefined;
  readonly error: string | undefined;
  readonly onType: (value: string | boolean) => void;
}

/** One parameter: its meaning, its field, and facts about it. */
export function ParameterRow({ parameter, value, typed, error, onType }: RowProps) {
  const text = useText();
  const { t } = text;
  const { path, meaning, isAdvised } = parameter;
  const said = meaningText(parameter, text);
  const isChanged = typed !== undefined;
  const before = valueIn(value, text);
  return (
    <li className={cx(styles.row, isChanged && styles.changed)}>
      <div>
        <div lang="en" className={styles.name}>
          {nameOf(path)}
        </div>
        <div className={styles.path}>{path}</div>
        <Text tone="soft" size="small" lang={said === meaning ? "en" : undefined}>
          {said}
        </Text>
        {isAdvised && <Badge>{t("parameters.advised")}</Badge>}
      </div>
      <Field {...{ parameter, value, typed, error, onType }} />
      <Text as="div" tone="soft" size="small" figures>
        {factsOf(parameter, text).map((fact) => (
          <div key={fact}>{fact}</div>
        ))}
        {isChanged && (
          <div className={styles.was}>
            {t("parameters.was", { value: before })}
            <IconButton
              label={t("parameters.undo", { value: before })}
              size="small"
              onClick={() => onType(typeof value === "boolean" ? value : valueText(value))}
            >
              <UndoIcon />
            </IconButton>
          </div>
        )}
      </Text>
    </li>
  );
}

function Field({ parameter: { path, kind }, value, typed, error, onType }: RowProps) {
  if (kind === "boolean") {
    return (
      <Switch
        label={path}
        labelHidden
        checked={(typed ?? value) === true}
        onChange={onType}
        error={error}
      />
    );
  }
  return (
    <TextField
      label={path}
      labelHidden
      inputMode="decimal"
      autoComplete="off"
      className={styles.field}
      value={typeof typed === "string" ? typed : valueText(value)}
      onChange={onType}
      error={error}
    />
  );
}

function factsOf({ unit, minimum, maximum, standard }: Parameter, text: Translator): string[] {
  const { t } = text;
  const hasRange = minimum !== undefined && maximum !== undefined;
  return [
    ...(unit === undefined ? [] : [unitText(unit, text)]),
    ...(hasRange
      ? [t("parameters.range", { from: valueIn(minimum, text), to: valueIn(maximum, text) })]
      : []),
    t("parameters.standard", { value: valueIn(standard, text) }),
  ];
}

function valueIn(value: ParameterValue | undefined, { t }: Translator): string {
  if (typeof value === "boolean") return t(value ? "parameters.on" : "parameters.off");
  return valueText(value);
}
