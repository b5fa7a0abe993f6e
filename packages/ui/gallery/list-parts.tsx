import { useState } from "react";
import {
  BulkBar,
  Button,
  Columns,
  Headword,
  List,
  ListRow,
  Pager,
  Section,
  Stack,
  Switch,
  Table,
  useSelection,
  type Sort,
} from "../src/index.ts";

const words = [
  { id: "1", word: "reluctant", meaning: "不情愿的", chance: 0.71, days: 3 },
  { id: "2", word: "attribute", meaning: "把……归因于", chance: 0.64, days: 2 },
  { id: "3", word: "subtle", meaning: "微妙的", chance: 0.51, days: 1 },
  { id: "4", word: "endure", meaning: "忍受", chance: 0.58, days: 12 },
];

/** Rows, tables, pages, and selection of several rows. */
export function ListParts() {
  return (
    <Section heading="Lists" id="lists" ruled>
      <Columns>
        <Stack space={3}>
          <List keyboard aria-label="Slipping this week">
            {words.map(({ id, word }, at) => (
              <ListRow
                key={id}
                href={`#word-${id}`}
                tone={at < 2 ? "slip" : "soft"}
                end={at < 2 ? `missed ${3 - at} times` : "in 2 days"}
              >
                <Headword lang="en">{word}</Headword>
              </ListRow>
            ))}
          </List>
          <Chosen />
        </Stack>
        <Stack space={3}>
          <WordTable />
          <Pages />
          <List aria-label="Settings">
            <ListRow detail="After each answer." end={<PlainSwitch />}>
              Sounds
            </ListRow>
            <ListRow current detail="Shown beside the list." onPress={() => undefined}>
              The current row
            </ListRow>
          </List>
        </Stack>
      </Columns>
    </Section>
  );
}

function PlainSwitch() {
  const [on, setOn] = useState(false);
  return <Switch label="Sounds" labelHidden checked={on} onChange={setOn} />;
}

function Chosen() {
  const selection = useSelection(words.map(({ id }) => id));
  return (
    <div>
      <List aria-label="Words">
        {words.map(({ id, word, meaning }) => (
          <ListRow
            key={id}
            href={`#word-${id}`}
            detail={<span lang="zh">{meaning}</span>}
            end="in 3 days"
            select={{
              label: `Choose ${word}`,
              checked: selection.has(id),
              onChange: (chosen, range) => selection.change(id, chosen, range),
            }}
          >
            <Headword lang="en">{word}</Headword>
          </ListRow>
        ))}
      </List>
      <BulkBar count={selection.size} text={`${selection.size} chosen`} onClear={selection.clear}>
        <Button size="small">I know these</Button>
        <Button size="small">Add to a book</Button>
      </BulkBar>
    </div>
  );
}

function WordTable() {
  const [sort, setSort] = useState<Sort>({ key: "chance", direction: "descending" });
  const selection = useSelection(words.map(({ id }) => id));
  const sign = sort.direction === "ascending" ? 1 : -1;
  const rows = words.toSorted((left, right) =>
    sort.key === "word"
      ? sign * left.word.localeCompare(right.word)
      : sign * (left.chance - right.chance),
  );
  return (
    <Table
      caption="Words by their chance today"
      rows={rows}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={setSort}
      select={{ ...selection, label: ({ word }) => `Choose ${word}` }}
      columns={[
        { key: "word", header: "Word", cell: ({ word }) => word, sortable: true, rowHeader: true },
        {
          key: "meaning",
          header: "Meaning",
          cell: ({ meaning }) => <span lang="zh">{meaning}</span>,
        },
        {
          key: "chance",
          header: "Chance",
          cell: ({ chance }) => `${Math.round(chance * 100)} %`,
          align: "end",
          sortable: true,
        },
      ]}
    />
  );
}

function Pages() {
  const [page, setPage] = useState(1);
  return (
    <Pager label="Words" page={page} pages={12} text={`Page ${page} of 12`} onPage={setPage} />
  );
}
