import { Headline, useCurrentInView } from "@wordloom/ui";
import { useRef, type ComponentType } from "react";
import { Link, Redirect, useParams } from "wouter";
import { AboutMeSection } from "./about-me-section.tsx";
import { AccountSection } from "./account-section.tsx";
import { DaySection } from "./day-section.tsx";
import { FeedbackSection } from "./feedback-section.tsx";
import { InterfaceSection } from "./interface-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { RemindersSection } from "./reminders-section.tsx";
import styles from "./settings-page.module.css";
import { StudySection } from "./study-section.tsx";
import { useText } from "../../text/use-text.ts";

const sections = {
  account: AccountSection,
  study: StudySection,
  interface: InterfaceSection,
  day: DaySection,
  reminders: RemindersSection,
  "about-me": AboutMeSection,
  privacy: PrivacySection,
  feedback: FeedbackSection,
} as const satisfies Record<string, ComponentType>;
type Name = keyof typeof sections;

const names = Object.keys(sections) as Name[];
const isName = (text: string): text is Name => text in sections;

/** The learner's settings, each section at its own address. */
export function SettingsPage() {
  const { t } = useText();
  const { section = "account" } = useParams<{ section?: string }>();
  const nav = useRef<HTMLElement>(null);
  useCurrentInView(nav, section);
  if (!isName(section)) return <Redirect to="/settings" replace />;
  const Section = sections[section];
  return (
    <div className={styles.page}>
      <nav ref={nav} className={styles.sections} aria-label={t("settings.sections")}>
        {names.map((name) => (
          <Link
            key={name}
            href={`/settings/${name}`}
            className={styles.section}
            aria-current={name === section ? "page" : undefined}
          >
            {t(`settings.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={styles.content} key={section}>
        <Headline size={3}>{t(`settings.${section}`)}</Headline>
        <Section />
      </div>
    </div>
  );
}
