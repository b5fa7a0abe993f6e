import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Endpoint } from "@wordloom/contract";
import { cx, focusRow, SkeletonRows, Text, useListKeys } from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { Link } from "wouter";
import { useText } from "../../text/use-text.ts";
import { ColumnMenu, useColumns } from "./column-menu.tsx";
import { HeadCells } from "./head-cells.tsx";
import type { PagedColumn } from "./paged-column.ts";
import styles from "./paged-table.module.css";
import type { RowChoice } from "./row-choice.ts";
import { AllTick, RowTick, useTicks } from "./row-tick.tsx";
import { useOrder, type Order } from "./use-order.ts";
import { useRowPages, type RowOf } from "./use-row-pages.ts";

interface PagedTableProps<E extends Endpoint> {
  readonly caption: string;
  /** The text that says what could not be loaded. */
  readonly failed: string;
  /** An endpoint that returns a paged list. */
  readonly endpoint: E;
  /** Filters. */
  readonly query: object;
  /** The service's default order, such as `-createdAt`, if it supports others. */
  readonly standardSort?: string | undefined;
  readonly columns: readonly PagedColumn<RowOf<E>>[];
  /** The link of the first column. */
  readonly hrefOf?: ((row: RowOf<E>) => string) | undefined;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Makes rows selectable. */
  readonly choice?: RowChoice<RowOf<E>> | undefined;
}

/** Height in pixels: one line of text, and large enough for a thumb. */
const ROW_PX = 44;
const TICK_WIDTH = "28px";

/**
 * A list of any length: the service returns pages, and only rows in view are rendered. Keys j and k
 * move along it, Home and End to its ends, Enter opens a row. A menu below chooses the columns, the
 * head chooses the order; the address keeps both.
 */
export function PagedTable<const E extends Endpoint>(props: PagedTableProps<E>) {
  const { endpoint, failed, empty, standardSort, columns } = props;
  const order = useOrder(standardSort, columns);
  const query = order === undefined ? props.query : { ...props.query, sort: order.sort };
  const [inView, setInView] = useState({ from: 0, to: 0 });
  const { first, total, rowAt, loaded } = useRowPages(endpoint, query, inView);
  return (
    <Reading query={first} heading={failed} skeleton={<SkeletonRows rows={8} />}>
      {() =>
        total === 0 ? (
          empty
        ) : (
          // A different list begins at its top.
          <Rows
            key={JSON.stringify(query)}
            {...props}
            {...{ total, rowAt, loaded, order }}
            onView={setInView}
          />
        )
      }
    </Reading>
  );
}

interface RowsProps<E extends Endpoint> extends PagedTableProps<E> {
  readonly total: number;
  readonly rowAt: (at: number) => RowOf<E> | undefined;
  readonly loaded: readonly RowOf<E>[];
  readonly order: Order | undefined;
  readonly onView: (inView: { from: number; to: number }) => void;
}

function Rows<E extends Endpoint>({ total, rowAt, loaded, onView, ...props }: RowsProps<E>) {
  const { caption, hrefOf, order, choice } = props;
  const { t, number } = useText();
  const { shown: columns, toggle } = useColumns(props.columns);
  const place = useRef<HTMLDivElement>(null);
  const tick = useTicks({ choice, rowAt });
  const rows = useRef<HTMLDivElement>(null);
  const { items, height, show } = useRowsInView(rows, total, onView);
  useRowKeys(place, { total, show });
  return (
    <div>
      <div
        ref={place}
        role="table"
        aria-label={caption}
        aria-rowcount={total + 1}
        className={styles.table}
        style={tracksOf(columns, choice !== undefined)}
      >
        <HeadCells
          {...{ columns, order }}
          tick={choice && <AllTick choice={choice} loaded={loaded} />}
        />
        <div ref={rows} role="rowgroup" className={styles.rows} style={{ blockSize: height }}>
          {items.map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              data-row
              className={styles.row}
              style={{ translate: `0 ${start}px` }}
            >
              {choice !== undefined && (
                <RowTick
                  row={rowAt(index)}
                  choice={choice}
                  onTick={(isChosen, isRange) => tick(index, isChosen, isRange)}
                />
              )}
              <Cells {...{ columns, hrefOf }} row={rowAt(index)} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.foot}>
        <Text as="span" tone="faint" size="small">
          {t("shell.rows", { count: total, shown: number(total) })}
        </Text>
        <ColumnMenu
          columns={props.columns}
          shown={columns}
          onToggle={toggle}
          className={styles.choice}
        />
      </div>
    </div>
  );
}

/** The page itself scrolls: a list with its own scrolling is hard to use on a phone. */
function useRowsInView(
  rows: RefObject<HTMLDivElement | null>,
  count: number,
  onView: (inView: { from: number; to: number }) => void,
) {
  const [above, setAbove] = useState(0);
  // Anything above may have grown; setting an unchanged number redraws nothing.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    if (rows.current !== null) {
      setAbove(Math.round(rows.current.getBoundingClientRect().top + window.scrollY));
    }
  });
  const virtual = useWindowVirtualizer({
    count,
    scrollMargin: above,
    estimateSize: () => ROW_PX,
    overscan: 12,
    onChange: ({ range }) => {
      if (range !== null) onView({ from: range.startIndex, to: range.endIndex });
    },
  });
  const items = virtual
    .getVirtualItems()
    .map(({ index, start }) => ({ index, start: start - above }));
  return { items, height: virtual.getTotalSize(), show: (at: number) => virtual.scrollToIndex(at) };
}

/** Home and End move to rows that may have to be rendered and loaded before they get the focus. */
function useRowKeys(
  place: RefObject<HTMLDivElement | null>,
  { total, show }: { readonly total: number; readonly show: (at: number) => void },
) {
  const aimedAt = useRef<number>(undefined);
  useListKeys(place, {
    onEdge: (edge) => {
      aimedAt.current = edge === "Home" ? 0 : total - 1;
      show(aimedAt.current);
    },
  });
  useEffect(() => {
    if (aimedAt.current === undefined) return;
    const row = place.current?.querySelector<HTMLElement>(
      `[aria-rowindex="${aimedAt.current + 2}"]`,
    );
    if (row && focusRow(row)) aimedAt.current = undefined;
  });
}

/** Memoized: rows that stay in view are not redrawn while others load. */
const Cells = memo(CellsOfRow) as typeof CellsOfRow;

function CellsOfRow<Row>({
  columns,
  row,
  hrefOf,
}: {
  readonly columns: readonly PagedColumn<Row>[];
  readonly row: Row | undefined;
  readonly hrefOf: ((row: Row) => string) | undefined;
}): ReactNode {
  return columns.map(({ key, cell, align, wideOnly }, at) => (
    <div
      key={key}
      role={at === 0 ? "rowheader" : "cell"}
      className={cx(styles.cell, align && styles.end, wideOnly && styles.wideOnly)}
    >
      {row === undefined ? (
        <span className={styles.waiting} />
      ) : at === 0 && hrefOf !== undefined ? (
        <Link href={hrefOf(row)} className={styles.link}>
          {cell(row)}
        </Link>
      ) : (
        cell(row)
      )}
    </div>
  ));
}

/** The grid tracks that the head and the rows share; a narrow page has fewer. */
function tracksOf(
  columns: readonly Pick<PagedColumn<never>, "width" | "wideOnly">[],
  hasTicks: boolean,
) {
  const tick = hasTicks ? [TICK_WIDTH] : [];
  const join = (some: typeof columns) =>
    [...tick, ...some.map(({ width }) => `minmax(0, ${width})`)].join(" ");
  return {
    "--tracks": join(columns),
    "--narrow-tracks": join(columns.filter(({ wideOnly }) => wideOnly !== true)),
  } as CSSProperties;
}
