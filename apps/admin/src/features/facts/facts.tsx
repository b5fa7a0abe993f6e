import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Names and values, one pair per line; missing values are left out. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  const said = rows.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== "",
  );
  return (
    <dl className={styles.facts}>
      {said.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts whose structure only the service knows. */
export function JsonFact({ value }: { readonly value: unknown }) {
  return <pre className={styles.json}>{JSON.stringify(value, null, 2)}</pre>;
}
