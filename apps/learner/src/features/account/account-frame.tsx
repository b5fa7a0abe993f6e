import { Headline, SelectField, Stack, Text } from "@wordloom/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { chooseLanguage, chosenLanguage, languages } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import type { Language } from "@wordloom/contract";
import { UpgradeNotice } from "../shell/upgrade-notice.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./account-frame.module.css";

/** The frame of the screens before sign-in: one column with one task. */
export function AccountFrame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Link href="/welcome" className={styles.mark}>
          Wordloom
        </Link>
        <LanguageChoice />
      </header>
      <UpgradeNotice forcedOnly />
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
