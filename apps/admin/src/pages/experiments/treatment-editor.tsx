import { Combobox, IconButton, Stack, Switch, Text, TextField, TrashIcon } from "@wordloom/ui";
import { valueText } from "../../features/engine-config/change-list.tsx";
import type { Typed } from "../../features/engine-config/drafts.ts";
import { nameOf, valueAt, type Parameter } from "../../features/engine-config/parameter-list.ts";
import type { Impact } from "../../features/engine-config/use-impact.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./experiments.module.css";

interface EditorProps {
  readonly parameters: readonly Parameter[];
  /** The configuration in force. */
  readonly config: unknown;
  readonly typed: Typed;
  readonly impact: Impact;
  readonly onChange: (typed: Typed) => void;
  readonly error: string | undefined;
}

/** The parameters that have different values for half of the learners. */
export function TreatmentEditor({ parameters, config, typed, onChange, ...rest }: EditorProps) {
  const { t } = useText();
  const others = parameters.filter(({ path }) => !(path in typed));
  const add = (path: string) => {
    const now = valueAt(config, path);
    onChange({ ...typed, [path]: typeof now === "boolean" ? !now : valueText(now) });
  };
  return (
    <Stack space={1}>
      <Combobox
        label={t("experiments.add_parameter")}
        hint={t("experiments.add_parameter_hint")}
        error={rest.error}
        value={undefined}
        onChange={add}
        options={others.map(({ path, meaning }) => ({
          value: path,
          label: nameOf(path),
          detail: path,
          keywords: meaning,
        }))}
      />
      <ul className={styles.treated} role="list">
        {Object.entries(typed).map(([path, value]) => (
          <Treated
            key={path}
            parameter={parameters.find((each) => each.path === path)}
            {...{ path, value, now: valueAt(config, path) }}
            error={faultOf(rest.impact, path)}
            onType={(next) => onChange({ ...typed, [path]: next })}
            onRemove={() => {
              const { [path]: _, ...left } = typed;
              onChange(left);
            }}
          />
        ))}
      </ul>
    </Stack>
  );

  function faultOf({ unreadable, faults }: Impact, path: string): string | undefined {
    if (unreadable.includes(path)) return t("parameters.no_number");
    const fault = faults.find((each) => each.path === path);
    return fault && t("parameters.refused_value", { rule: fault.rule });
  }
}

interface TreatedProps {
  readonly parameter: Parameter | undefined;
  readonly path: string;
  readonly value: string | boolean;
  readonly now: unknown;
  readonly error: string | undefined;
  readonly onType: (value: string | boolean) => void;
  readonly onRemove: () => void;
}

function Treated({ parameter, path, value, now, error, onType, onRemove }: TreatedProps) {
  const { t } = useText();
  const { minimum, maximum } = parameter ?? {};
  const hint = [
    t("parameters.was", { value: valueText(now) }),
    minimum !== undefined &&
      maximum !== undefined &&
      t("parameters.range", { from: valueText(minimum), to: valueText(maximum) }),
  ];
  const shared = { label: path, hint: hint.filter(Boolean).join(" · "), error, onChange: onType };
  return (
    <li className={styles.parameter}>
      <div>
        {typeof value === "boolean" ? (
          <Switch {...shared} checked={value} />
        ) : (
          <TextField {...shared} inputMode="decimal" autoComplete="off" value={value} />
        )}
        <Text tone="soft" size="small" lang="en">
          {parameter?.meaning}
        </Text>
      </div>
      <IconButton label={t("experiments.remove_parameter", { path })} onClick={onRemove}>
        <TrashIcon />
      </IconButton>
    </li>
  );
}
