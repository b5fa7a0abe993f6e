import { List, ListRow, Section } from "@wordloom/ui";
import { listImports } from "virtual:endpoints";
import { Loaded } from "@wordloom/web";
import { useEffect } from "react";
import { isMoving } from "../../features/imports/import-states.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** How often to look at imports that move. */
const LOOK_EVERY_MS = 2_000;

/** Files that the learner brought, and where each of them stands; nothing before the first. */
export function BroughtFiles() {
  const { t, date } = useText();
  const all = useRead(listImports);
  const moves = all.data?.imports.some(({ state }) => isMoving(state)) ?? false;
  const { refetch } = all;
  useEffect(() => {
    if (!moves) return undefined;
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [moves, refetch]);
  if (all.data?.imports.length === 0) return null;
  return (
    <Section heading={t("imports.files")}>
      <Loaded of={all} failed={t("shell.part_failed", { part: t("imports.files") })}>
        {({ imports }) => (
          <List keyboard>
            {imports.map(({ id, name, state, counts, createdAt }) => (
              <ListRow
                key={id}
                href={`/books/imports/${id}`}
                detail={t(`imports.state_${state}`, { count: counts?.words ?? 0 })}
                tone={state === "failed" ? "slip" : "soft"}
                end={date(createdAt, { dateStyle: "medium" })}
              >
                {name}
              </ListRow>
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}
