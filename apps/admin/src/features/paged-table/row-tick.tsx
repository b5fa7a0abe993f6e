import { Checkbox, cx, useUi } from "@wordloom/ui";
import { useRef } from "react";
import styles from "./paged-table.module.css";
import { rowsBetween, type RowChoice } from "./row-choice.ts";

interface Ticks<Row> {
  readonly choice: RowChoice<Row> | undefined;
  readonly rowAt: (at: number) => Row | undefined;
}

/** Selects rows by number; with Shift, everything from the row selected last. */
export function useTicks<Row>({ choice, rowAt }: Ticks<Row>) {
  const last = useRef<number>(undefined);
  return (at: number, isChosen: boolean, isRange: boolean) => {
    choice?.onChange(rowsBetween(rowAt, isRange ? (last.current ?? at) : at, at), isChosen);
    last.current = at;
  };
}

interface RowTickProps<Row> {
  readonly row: Row | undefined;
  readonly choice: RowChoice<Row>;
  readonly onTick: (isChosen: boolean, isRange: boolean) => void;
}

/** Selects one row. */
export function RowTick<Row>({ row, choice, onTick }: RowTickProps<Row>) {
  const shift = useRef(false);
  return (
    <div
      role="cell"
      className={cx(styles.cell, styles.tick)}
      onPointerDown={(event) => (shift.current = event.shiftKey)}
    >
      {row !== undefined && (
        <Checkbox
          label={choice.label(row)}
          labelHidden
          checked={choice.has(choice.idOf(row))}
          onChange={(isChosen) => {
            onTick(isChosen, shift.current);
            shift.current = false;
          }}
        />
      )}
    </div>
  );
}

/** Selects all loaded rows; of a long list, only those near the rows that were viewed. */
export function AllTick<Row>({
  choice,
  loaded,
}: {
  readonly choice: RowChoice<Row>;
  readonly loaded: readonly Row[];
}) {
  const { labels } = useUi();
  const chosen = loaded.filter((row) => choice.has(choice.idOf(row))).length;
  const isAll = chosen > 0 && chosen === loaded.length;
  return (
    <div role="columnheader" className={cx(styles.cell, styles.tick)}>
      <Checkbox
        label={labels.selectAll}
        labelHidden
        checked={isAll}
        indeterminate={chosen > 0 && !isAll}
        onChange={(isChosen) => choice.onChange(loaded, isChosen)}
      />
    </div>
  );
}
