import { Menu } from "@wordloom/ui";
import { useMemo } from "react";
import { useText } from "../../text/use-text.ts";
import { useAddress } from "../address/use-address.ts";
import { chosenColumns, withColumn } from "./column-choice.ts";
import type { PagedColumn } from "./paged-column.ts";

type AnyColumn = PagedColumn<never>;

/** The visible columns, kept in the address like filters. */
export function useColumns<Column extends Pick<AnyColumn, "key" | "extra">>(
  columns: readonly Column[],
) {
  const [{ columns: address }, change] = useAddress({ columns: "" });
  // Stable while nothing changes, because new columns redraw every row.
  const shown = useMemo(() => chosenColumns(columns, address), [columns, address]);
  return {
    shown,
    toggle: (key: string) => change({ columns: withColumn(columns, address, key) }),
  };
}

interface ColumnMenuProps {
  readonly columns: readonly Pick<AnyColumn, "key" | "header">[];
  readonly shown: readonly Pick<AnyColumn, "key">[];
  readonly onToggle: (key: string) => void;
  readonly className?: string | undefined;
}

/** Shows and hides columns; the first one names the row and stays. */
export function ColumnMenu({ columns, shown, onToggle, className }: ColumnMenuProps) {
  const { t } = useText();
  const keys = new Set(shown.map(({ key }) => key));
  return (
    <Menu
      label={t("shell.columns")}
      showLabel
      size="small"
      kind="plain"
      className={className}
      items={columns.slice(1).map(({ key, header }) => ({
        label: header,
        checked: keys.has(key),
        many: true,
        onSelect: () => onToggle(key),
      }))}
    />
  );
}
