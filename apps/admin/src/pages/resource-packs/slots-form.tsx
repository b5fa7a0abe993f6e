import { slotNames, type PayloadFault, type SlotName } from "@wordloom/contract/packs";
import { Button, PlusIcon, Section, Stack, Text } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import { ItemForm } from "./item-form.tsx";
import { objectAt, withField } from "./payload-text.ts";

/** A form for a payload of a known container. */
export interface PayloadFormProps {
  readonly payload: unknown;
  readonly faults: readonly PayloadFault[];
  readonly onChange: (payload: unknown) => void;
}

/** The slots of the app, each with its pieces of content. */
export function SlotsForm({ payload, faults, onChange }: PayloadFormProps) {
  const slots = objectAt(payload, "slots");
  const changeSlot = (name: SlotName, items: readonly unknown[]) =>
    onChange({
      schema: 1,
      slots: withField(slots, name, items.length === 0 ? undefined : items),
    });
  return (
    <Stack space={4}>
      {slotNames.map((name) => (
        <Slot
          key={name}
          name={name}
          items={Array.isArray(slots[name]) ? slots[name] : []}
          faults={faults}
          onChange={(items) => changeSlot(name, items)}
        />
      ))}
    </Stack>
  );
}

interface SlotProps {
  readonly name: SlotName;
  readonly items: readonly unknown[];
  readonly faults: readonly PayloadFault[];
  readonly onChange: (items: readonly unknown[]) => void;
}

function Slot({ name, items, faults, onChange }: SlotProps) {
  const { t } = useText();
  const add = () => {
    // Not crypto.randomUUID, which is missing when the console is open over plain http.
    const id = `${name}-${Date.now().toString(36)}`;
    onChange([...items, { id, kind: "notice", title: "", priority: 0 }]);
  };
  return (
    <Section
      heading={t(`resource-packs.slot_${name}`)}
      level={3}
      action={
        <Button size="small" icon={<PlusIcon />} onClick={add}>
          {t("resource-packs.item_add")}
        </Button>
      }
    >
      {items.length === 0 && <Text tone="soft">{t("resource-packs.slot_empty")}</Text>}
      <Stack space={2}>
        {items.map((item, at) => (
          <ItemForm
            key={at}
            item={item}
            faults={faultsBelow(faults, `slots.${name}[${at}].`)}
            onChange={(changed) => onChange(items.with(at, changed))}
            onRemove={() => onChange(items.toSpliced(at, 1))}
          />
        ))}
      </Stack>
    </Section>
  );
}

/** By the names of the fields of one item. */
function faultsBelow(faults: readonly PayloadFault[], path: string): Map<string, PayloadFault> {
  const own = faults.filter((fault) => fault.path.startsWith(path));
  return new Map(own.map((fault) => [fault.path.slice(path.length), fault]));
}
