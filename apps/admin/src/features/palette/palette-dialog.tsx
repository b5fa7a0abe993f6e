import { Notice, Palette } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { useFound } from "./use-found.ts";

/** Finds pages, learners, words, parameters and settings while the person types. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [search, setSearch] = useState("");
  const { groups, isAsking, error } = useFound(search);
  return (
    <Palette
      title={t("find.title")}
      label={t("find.label")}
      search={search}
      onSearch={setSearch}
      groups={groups.map((group) => ({ ...group, heading: t(`find.${group.name}`) }))}
      busy={isAsking}
      countText={(count) => t("find.count", { count })}
      notice={error !== null && <Notice tone="slip">{refusalText(error, text)}</Notice>}
      onClose={onClose}
    />
  );
}
