import { Row } from "@wordloom/ui";
import type { ReactNode } from "react";
import styles from "./filters.module.css";

/** What a list is narrowed by: beside each other at a desk, two to a line on a phone. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return (
    <Row align="end" className={styles.filters}>
      {children}
    </Row>
  );
}
