import { BookIcon, ChartIcon, HomeIcon, WordsIcon } from "@wordloom/ui";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { PackSlot } from "../pack-slots/pack-slot.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import { HeadLinks } from "./head-links.tsx";
import { MaintenanceGate } from "./maintenance-gate.tsx";
import { UpgradeNotice } from "./upgrade-notice.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./shell.module.css";

const places = [
  ["/", "shell.today", HomeIcon],
  ["/words", "shell.words", WordsIcon],
  ["/books", "shell.books", BookIcon],
  ["/progress", "shell.progress", ChartIcon],
] as const;

/**
 * The frame of every screen but study: logo and navigation (at the top of a desktop, the bottom of
 * a phone).
 */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t("shell.skip")}
      </a>
      <header className={styles.top}>
        <Link href="/" className={styles.mark}>
          Wordloom
        </Link>
        <Places className={styles.wide} />
        <HeadLinks />
      </header>
      <MaintenanceGate>
        <ConnectionBar />
        <UpgradeNotice />
        <PackSlot name="global-announcement" />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </MaintenanceGate>
      <Places className={styles.tabs} />
    </div>
  );
}

function Places({ className }: { readonly className: string | undefined }) {
  const { t } = useText();
  const [location] = useLocation();
  return (
    <nav className={className} aria-label={t("shell.places")}>
      {places.map(([path, key, Icon]) => (
        <Link
          key={path}
          href={path}
          aria-current={isAt(location, path) ? "page" : undefined}
          className={styles.place}
        >
          <Icon className={styles.icon} />
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}

function isAt(location: string, path: string): boolean {
  return path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);
}
