import { Button, DownloadIcon } from "@wordloom/ui";
import type { ChartTable } from "@wordloom/ui/charts";
import { saveFile } from "@wordloom/web/state";
import { useText } from "../../text/use-text.ts";
import { csvOf, fileNameOf } from "./chart-table.ts";

/** Saves the figures behind a chart. All charts of the console have it next to their tables. */
export function CsvButton({ table }: { readonly table: ChartTable }) {
  const { t } = useText();
  const save = () => saveFile(fileNameOf(table.caption), "text/csv", csvOf(table));
  return (
    <Button
      kind="plain"
      size="small"
      icon={<DownloadIcon size={16} />}
      aria-label={t("shell.csv", { name: table.caption })}
      onClick={save}
    >
      CSV
    </Button>
  );
}
