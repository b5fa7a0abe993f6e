import { Row } from "@wordloom/ui";
import type { ReactNode } from "react";
import styles from "./filters.module.css";

/** The filters of a list: side by side on a desktop, two per line on a phone. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return (
    <Row align="end" className={styles.filters}>
      {children}
    </Row>
  );
}
