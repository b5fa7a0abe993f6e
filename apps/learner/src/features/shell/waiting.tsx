import styles from "./waiting.module.css";

/** Shown while a screen's file loads; appears late, so that quick loads do not flicker. */
export function Waiting() {
  return <div className={styles.waiting} aria-busy="true" />;
}
