import { Notice, Palette } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import { useFound, type Group } from "./use-found.ts";

const names: Readonly<Record<Group["name"], TextKey>> = {
  commands: "find.commands",
  books: "shell.books",
  words: "shell.words",
};

/** Words, books and commands, found during typing. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [search, setSearch] = useState("");
  const { groups, isAsking, isUnreached, error } = useFound(search);
  return (
    <Palette
      title={t("find.title")}
      label={t("find.label")}
      search={search}
      onSearch={setSearch}
      groups={groups.map((group) => ({ ...group, heading: t(names[group.name]) }))}
      busy={isAsking}
      countText={(count) => t("find.count", { count })}
      notice={
        (error !== null || isUnreached) && (
          <Notice tone="slip">
            {error === null ? t("errors.unreachable") : refusalText(error, text)}
          </Notice>
        )
      }
      onClose={onClose}
    />
  );
}
