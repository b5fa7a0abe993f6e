import { cx, Dialog, LiveRegion, Notice, SearchField } from "@wordloom/ui";
import { useId, useState, type KeyboardEvent } from "react";
import { useText } from "../../text/text-provider.tsx";
import type { TextKey } from "../../text/keys.ts";
import { refusalText } from "../refusal/refusal-text.ts";
import { languageOf } from "../words/language-of.ts";
import type { Found } from "./commands.ts";
import { useFound, type Group } from "./use-found.ts";
import styles from "./search-dialog.module.css";

/** Words, books and commands, found as one types; arrow keys move, Enter chooses, Esc closes. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const list = useId();
  const [search, setSearch] = useState("");
  const [moved, setMoved] = useState<string>();
  const { groups, isAsking, isUnreached, error } = useFound(search);
  const found = groups.flatMap((group) => group.found);
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === moved),
  );
  const active = found[at];
  const choose = (one: Found) => {
    onClose();
    one.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const to = stepOf(event.key, at, found.length);
    if (event.key === "Enter" && active !== undefined) choose(active);
    else if (to !== undefined) setMoved(found[to]?.id);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={t("find.title")}>
      <SearchField
        label={t("find.label")}
        placeholder={t("find.label")}
        value={search}
        onChange={(value) => {
          setSearch(value);
          setMoved(undefined);
        }}
        busy={isAsking}
        maxLength={200}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(list, active)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={t("find.title")} className={styles.list}>
        {groups.map((group) => (
          <FoundGroup key={group.name} {...{ group, list, active }} onChoose={choose} />
        ))}
      </div>
      {(error !== null || isUnreached) && (
        <Notice tone="slip">
          {error === null ? t("errors.unreachable") : refusalText(error, text)}
        </Notice>
      )}
      <LiveRegion
        text={search === "" || isAsking ? "" : t("find.count", { count: found.length })}
      />
    </Dialog>
  );
}

const names: Readonly<Record<Group["name"], TextKey>> = {
  commands: "find.commands",
  books: "shell.books",
  words: "shell.words",
};

function FoundGroup({
  group: { name, found },
  list,
  active,
  onChoose,
}: {
  readonly group: Group;
  readonly list: string;
  readonly active: Found | undefined;
  readonly onChoose: (found: Found) => void;
}) {
  const { t } = useText();
  const heading = `${list}-${name}`;
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={styles.heading}>
        {t(names[name])}
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
  found: { label, lang, detail },
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
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.label} lang={lang}>
        {label}
      </span>
      {detail !== undefined && (
        <span className={styles.detail} lang={lang && languageOf(detail)}>
          {detail}
        </span>
      )}
    </div>
  );
}

const idOf = (list: string, { id }: Found) => `${list}-${id}`;

/** Round at both ends. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at + count - 1) % count;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return undefined;
}
