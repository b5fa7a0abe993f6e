import { itemKinds, itemLevels, type PayloadFault } from "@wordloom/contract/packs";
import { Button, Checkbox, Row, SelectField, TextArea, TextField } from "@wordloom/ui";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { LinkField } from "./link-field.tsx";
import styles from "./resource-packs.module.css";
import { withField } from "./payload-text.ts";
import { instantOf, localTimeOf } from "./window-time.ts";

type Item = Readonly<Record<string, unknown>>;

interface ItemProps {
  readonly item: unknown;
  readonly faults: ReadonlyMap<string, PayloadFault>;
  readonly onChange: (item: Item) => void;
  readonly onRemove: () => void;
}

/**
 * One piece of content, open if it has faults. Fields that the form does not know stay unchanged.
 */
export function ItemForm({ item, faults, onChange, onRemove }: ItemProps) {
  const { t } = useText();
  const fields = (typeof item === "object" && item !== null ? item : {}) as Item;
  const set = (name: string, value: unknown) => onChange(withField(fields, name, value));
  const wrong = (name: string) => {
    const fault = faults.get(name);
    return fault === undefined ? {} : { error: t(`resource-packs.rule_${fault.rule}`) };
  };
  const part = { fields, set, wrong };
  const name = textIn(fields, "title") || textIn(fields, "id");
  const [isOpen, setOpen] = useState(faults.size > 0);
  return (
    <details
      className={styles.item}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{name}</summary>
      <div role="group" aria-label={name} className={styles.fields}>
        <Words {...part} />
        <LinkField
          link={textIn(fields, "deeplink")}
          onChange={(link) => set("deeplink", link)}
          {...wrong("deeplink")}
        />
        <Look {...part} />
        <Window {...part} />
        <div>
          <Button size="small" kind="danger" onClick={onRemove}>
            {t("resource-packs.item_remove")}
          </Button>
        </div>
      </div>
    </details>
  );
}

interface PartProps {
  readonly fields: Item;
  readonly set: (name: string, value: unknown) => void;
  readonly wrong: (name: string) => { readonly error?: string };
}

const textIn = (fields: Item, name: string): string => {
  const { [name]: value } = fields;
  return typeof value === "string" ? value : "";
};

const orNone = (text: string) => (text === "" ? undefined : text);

function Words({ fields, set, wrong }: PartProps) {
  const { t } = useText();
  return (
    <>
      <Row align="start">
        <SelectField
          label={t("resource-packs.item_kind")}
          value={textIn(fields, "kind")}
          options={itemKinds.map((kind) => ({
            value: kind,
            label: t(`resource-packs.kind_${kind}`),
          }))}
          onChange={(kind) => set("kind", kind)}
          {...wrong("kind")}
        />
        <TextField
          label={t("resource-packs.item_id")}
          hint={t("resource-packs.item_id_hint")}
          spellCheck={false}
          value={textIn(fields, "id")}
          onChange={(id) => set("id", id)}
          {...wrong("id")}
        />
      </Row>
      <TextField
        label={t("resource-packs.item_title")}
        value={textIn(fields, "title")}
        onChange={(title) => set("title", orNone(title))}
        {...wrong("title")}
      />
      <TextArea
        label={t("resource-packs.item_body")}
        rows={2}
        value={textIn(fields, "body")}
        onChange={(body) => set("body", orNone(body))}
        {...wrong("body")}
      />
    </>
  );
}

function Look({ fields, set, wrong }: PartProps) {
  const { t } = useText();
  return (
    <>
      <TextField
        label={t("resource-packs.item_image")}
        hint={t("resource-packs.item_image_hint")}
        type="url"
        value={textIn(fields, "imageUrl")}
        onChange={(url) => set("imageUrl", orNone(url))}
        {...wrong("imageUrl")}
      />
      <Row align="start">
        {(["gradientStart", "gradientEnd"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`resource-packs.item_${name}`)}
            placeholder="#rrggbb"
            spellCheck={false}
            value={textIn(fields, name)}
            onChange={(color) => set(name, orNone(color))}
            {...wrong(name)}
          />
        ))}
        <SelectField
          label={t("resource-packs.item_level")}
          value={textIn(fields, "level") || "info"}
          options={itemLevels.map((level) => ({
            value: level,
            label: t(`resource-packs.level_${level}`),
          }))}
          onChange={(level) => set("level", level)}
          {...wrong("level")}
        />
      </Row>
      <Checkbox
        label={t("resource-packs.item_dismissible")}
        checked={fields["dismissible"] === true}
        onChange={(isOn) => set("dismissible", isOn)}
        {...wrong("dismissible")}
      />
    </>
  );
}

function Window({ fields, set, wrong }: PartProps) {
  const { t } = useText();
  const { priority } = fields;
  return (
    <Row align="start">
      <TextField
        label={t("resource-packs.item_priority")}
        hint={t("resource-packs.item_priority_hint")}
        type="number"
        value={typeof priority === "number" ? String(priority) : ""}
        onChange={(typed) => set("priority", typed === "" ? undefined : Number(typed))}
        {...wrong("priority")}
      />
      {(["startAt", "endAt"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`resource-packs.item_${name}`)}
          type="datetime-local"
          value={localTimeOf(textIn(fields, name))}
          onChange={(local) => set(name, instantOf(local))}
          {...wrong(name)}
        />
      ))}
    </Row>
  );
}
