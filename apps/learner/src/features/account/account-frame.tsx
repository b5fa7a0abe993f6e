import { cx, Headline, SelectField, Stack, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { chooseLanguage, chosenLanguage, languages } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import type { Language } from "@wordloom/contract";
import { UpgradeNotice } from "../shell/upgrade-notice.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./account-frame.module.css";

interface AccountFrameProps {
  /** Absent on a screen with a heading of its own. */
  readonly title?: string;
  readonly text?: string | undefined;
  /** Room for two columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of the screens before sign-in: one column with one task, unless it is wide. */
export function AccountFrame({ title, text, wide = false, children }: AccountFrameProps) {
  return (
    <div className={cx(styles.frame, wide && styles.wide)}>
      <header className={styles.top}>
        <Link href="/welcome" className={styles.mark}>
          Wordloom
        </Link>
        <LanguageChoice />
      </header>
      <UpgradeNotice forcedOnly />
      <main className={styles.main}>
        <Stack space={3}>
          {title !== undefined && <Headline size={3}>{title}</Headline>}
          {text !== undefined && <Text tone="soft">{text}</Text>}
          {children}
        </Stack>
      </main>
    </div>
  );
}

function LanguageChoice() {
  const { t } = useText();
  const language = useObservable(chosenLanguage);
  const options = Object.entries(languages).map(([value, label]) => ({ value, label }));
  return (
    <SelectField
      label={t("account.language")}
      labelHidden
      className={styles.language}
      value={language}
      options={options}
      onChange={(chosen) => chooseLanguage(chosen as Language)}
    />
  );
}
