import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "../controls/is-composing.ts";
import { matching, nextOption } from "../controls/match.ts";
import { SearchField } from "../controls/search-field.tsx";
import { cx } from "../cx.ts";
import { LiveRegion } from "../feedback/live-region.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./palette.module.css";

/** An item that can be chosen in a palette. */
export interface Found {
  /** Unique in the list. */
  readonly id: string;
  readonly label: string;
  /** Language of the label, if it is not the person's. */
  readonly lang?: string | undefined;
  /** At the end of the line: a meaning, a key, the kind of setting. Also searched. */
  readonly detail?: string | undefined;
  /** Language of the detail, if it is not the person's. */
  readonly detailLang?: string | undefined;
  /** Other names of it: searched, not shown. */
  readonly keywords?: string | undefined;
  readonly choose: () => void;
}

interface FoundGroup {
  /** Unique among the groups. */
  readonly name: string;
  readonly heading: string;
  readonly found: readonly Found[];
}

export interface PaletteProps {
  readonly title: string;
  /** The kind of items. */
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly groups: readonly FoundGroup[];
  /** More results may arrive. */
  readonly busy: boolean;
  /** The number of results in words: read out once all have arrived. */
  readonly countText: (count: number) => string;
  /** Below the list: what could not be searched. */
  readonly notice?: ReactNode;
  readonly onClose: () => void;
}

/**
 * Finds everything in an app by typing; arrow keys move, Enter chooses, Esc first clears, then
 * closes.
 */
export function Palette({ groups, search, onClose, ...props }: PaletteProps) {
  const list = useId();
  const found = groups.flatMap((group) => group.found);
  const choose = (one: Found) => {
    onClose();
    one.choose();
  };
  const { active, moveTo, onKeyDown } = useActive(found, choose);
  return (
    <Dialog open onClose={onClose} title={props.title}>
      <SearchField
        label={props.label}
        placeholder={props.label}
        value={search}
        onChange={(value) => {
          props.onSearch(value);
          moveTo(undefined);
        }}
        busy={props.busy}
        maxLength={200}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(list, active)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={props.title} className={styles.list}>
        {groups.map((group) => (
          <Group key={group.name} {...{ group, list, active }} onChoose={choose} />
        ))}
      </div>
      {props.notice}
      <LiveRegion text={search === "" || props.busy ? "" : props.countText(found.length)} />
    </Dialog>
  );
}

/**
 * Items that contain every word of a search in their label, detail or other names.
 *
 * @param atStart  only at the start of a word: "re" is no search for "everywhere"
 */
export function foundAmong(
  all: readonly Found[],
  search: string,
  atStart = false,
): readonly Found[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const options = all.map(({ id, ...named }) => ({ value: id, ...named }));
  return matching(options, search, atStart).flatMap(({ value }) => byId.get(value) ?? []);
}

/** The first item is active until a key moves; the active one stays active when others arrive. */
function useActive(found: readonly Found[], onChoose: (found: Found) => void) {
  const [moved, moveTo] = useState<string>();
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === moved),
  );
  const active = found[at];
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const to = nextOption(event.key, at, found.length);
    if (event.key === "Enter" && active !== undefined) onChoose(active);
    else if (to !== undefined) moveTo(found[to]?.id);
    else return;
    event.preventDefault();
  };
  return { active, moveTo, onKeyDown };
}

function Group({
  group: { name, heading, found },
  list,
  active,
  onChoose,
}: {
  readonly group: FoundGroup;
  readonly list: string;
  readonly active: Found | undefined;
  readonly onChoose: (found: Found) => void;
}) {
  const headingId = `${list}-${name}`;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className={styles.heading}>
        {heading}
      </div>
      {found.map((one) => (
        <Option
          key={one.id}
          id={idOf(list, one)}
          found={one}
          isActive={one.id === active?.id}
          onChoose={() => onChoose(one)}
        />
      ))}
    </div>
  );
}

function Option({
  id,
  found: { label, lang, detail, detailLang },
  isActive,
  onChoose,
}: {
  readonly id: string;
  readonly found: Found;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <div
      ref={(option) => {
        if (isActive) option?.scrollIntoView({ block: "nearest" });
      }}
      id={id}
      role="option"
      aria-selected={isActive}
      className={cx(styles.option, isActive && styles.active)}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.label} lang={lang}>
        {label}
      </span>
      {detail !== undefined && (
        <span className={styles.detail} lang={detailLang}>
          {detail}
        </span>
      )}
    </div>
  );
}

const idOf = (list: string, { id }: Found) => `${list}-${id}`;
