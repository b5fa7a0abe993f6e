import { knownFlags, type PayloadFault } from "@wordloom/contract/packs";
import { Button, Row, Section, SelectField, Stack, Text, TextField } from "@wordloom/ui";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { objectAt, withField } from "./payload-text.ts";
import type { PayloadFormProps } from "./slots-form.tsx";

type Known = keyof typeof knownFlags;
const known = Object.keys(knownFlags) as Known[];

/** The switches that apps know, and any others. */
export function FlagsForm({ payload, faults, onChange }: PayloadFormProps) {
  const { t } = useText();
  const flags = objectAt(payload, "flags");
  const set = (name: string, value: unknown) =>
    onChange({ schema: 1, flags: withField(flags, name, value) });
  const others = Object.entries(flags).filter(([name]) => !Object.hasOwn(knownFlags, name));
  return (
    <Stack space={3}>
      {known.map((name) => (
        <KnownFlag
          key={name}
          name={name}
          value={flags[name]}
          fault={faults.find(({ path }) => path === `flags.${name}`)}
          onChange={(value) => set(name, value)}
        />
      ))}
      <Section heading={t("resource-packs.flags_other")} level={3}>
        {others.map(([name, value]) => (
          <Row key={name} spread>
            <Text>
              <code>
                {name} = {JSON.stringify(value)}
              </code>
            </Text>
            <Button size="small" onClick={() => set(name, undefined)}>
              {t("resource-packs.flag_remove")}
            </Button>
          </Row>
        ))}
        <Text tone="soft" size="small">
          {t("resource-packs.flag_value_hint")}
        </Text>
        <NewFlag onAdd={set} />
      </Section>
    </Stack>
  );
}

interface FlagProps {
  readonly name: Known;
  readonly value: unknown;
  readonly fault: PayloadFault | undefined;
  readonly onChange: (value: unknown) => void;
}

function KnownFlag({ name, value, fault, onChange }: FlagProps) {
  const { t } = useText();
  const field = {
    label: t(`resource-packs.flag_${name}`),
    hint: name,
    ...(fault !== undefined && { error: t(`resource-packs.rule_${fault.rule}`) }),
  };
  if (knownFlags[name] === "share") {
    return (
      <TextField
        {...field}
        type="number"
        min={0}
        max={1}
        step={0.01}
        placeholder={t("resource-packs.flag_default")}
        value={value === undefined ? "" : String(value)}
        onChange={(typed) => onChange(typed === "" ? undefined : Number(typed))}
      />
    );
  }
  return (
    <SelectField
      {...field}
      value={value === undefined ? "default" : String(value)}
      options={[
        { value: "default", label: t("resource-packs.flag_default") },
        { value: "true", label: t("resource-packs.flag_on") },
        { value: "false", label: t("resource-packs.flag_off") },
      ]}
      onChange={(chosen) => onChange(chosen === "default" ? undefined : chosen === "true")}
    />
  );
}

/** A flag for other clients; text that looks like a number or a switch becomes one. */
function NewFlag({ onAdd }: { readonly onAdd: (name: string, value: unknown) => void }) {
  const { t } = useText();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const add = () => {
    onAdd(name.trim(), valueOf(value));
    setName("");
    setValue("");
  };
  return (
    <Row align="end">
      <TextField
        label={t("resource-packs.flag_name")}
        spellCheck={false}
        value={name}
        onChange={setName}
      />
      <TextField
        label={t("resource-packs.flag_value")}
        spellCheck={false}
        value={value}
        onChange={setValue}
      />
      <Button disabled={name.trim() === "" || value.trim() === ""} onClick={add}>
        {t("resource-packs.flag_add")}
      </Button>
    </Row>
  );
}

function valueOf(typed: string): boolean | number | string {
  const text = typed.trim();
  if (text === "true" || text === "false") return text === "true";
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
