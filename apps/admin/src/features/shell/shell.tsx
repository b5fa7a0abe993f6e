import { IconButton, MenuIcon, Sheet } from "@wordloom/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useOpenHere } from "../address/use-open-here.ts";
import { useLiveOverview } from "../overview/use-live-overview.ts";
import { useText } from "../../text/use-text.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Bell } from "./bell.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { Places } from "./places.tsx";
import styles from "./shell.module.css";

/** The frame of every page: a sidebar with all pages; on a phone, behind one button. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  const [isOpen, setIsOpen] = useOpenHere();
  useLiveOverview();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t("shell.skip")}
      </a>
      <header className={styles.side}>
        <div className={styles.top}>
          <Link href="/" className={styles.mark}>
            Wordloom
          </Link>
          <div className={styles.tools}>
            <Bell />
            <PaletteButton />
            <IconButton
              className={styles.menu}
              label={t("shell.rooms")}
              onClick={() => setIsOpen(true)}
            >
              <MenuIcon />
            </IconButton>
          </div>
        </div>
        <div className={styles.places}>
          <Places />
          <AccountMenu />
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionLine />
        {children}
      </main>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t("shell.rooms")}>
        <Places />
        <AccountMenu />
      </Sheet>
    </div>
  );
}
