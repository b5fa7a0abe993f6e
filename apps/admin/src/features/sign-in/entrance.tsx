import { Headline, Stack, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import styles from "./entrance.module.css";

/** The frame before sign-in: one column, one task. */
export function Entrance({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.mark}>Wordloom</header>
      <main className={styles.main}>
        <Stack space={3}>
          <Headline size={3}>{title}</Headline>
          {text !== undefined && <Text tone="soft">{text}</Text>}
          {children}
        </Stack>
      </main>
    </div>
  );
}
