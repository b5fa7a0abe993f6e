import { Button, Headline, Narrow, Row, Stack, Text } from "@wordloom/ui";
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { latePart } from "@wordloom/web";
import { ensureZone } from "../../features/clock/ensure-zone.ts";
import { ConnectionBar } from "../../features/shell/connection-bar.tsx";
import { MaintenanceGate } from "../../features/shell/maintenance-gate.tsx";
import { UpgradeNotice } from "../../features/shell/upgrade-notice.tsx";
import { Waiting } from "../../features/shell/waiting.tsx";
import type { TextKey } from "../../text/keys.ts";
import { BookChoice } from "./book-choice.tsx";
import { KindStep } from "./kind-step.tsx";
import { LanguagesStep } from "./languages-step.tsx";
import { HowMuch } from "./how-much.tsx";
import styles from "./start-page.module.css";
import { useStart, type Start } from "./use-start.ts";
import { useText } from "../../text/use-text.ts";

const Placement = latePart(() => import("./placement.tsx"), "Placement");

type Step = "languages" | "kind" | "books" | "placement";

/**
 * From a new account to the first card in under a minute. The proposals are good enough: every step
 * can be skipped, and everything can be changed later.
 */
export function StartPage() {
  const { t } = useText();
  const start = useStart();
  // A failure is silent: the settings show the zone, and the next first run stores it again.
  useEffect(() => void ensureZone().catch(() => undefined), []);
  const [reached, setStep] = useState<Step>();
  const [, goTo] = useLocation();
  const { languages, meaningLanguages } = start.spoken;
  const areSeveral = languages.length > 1 || meaningLanguages.length > 1;
  const steps: Step[] = [
    ...(areSeveral ? ["languages" as const] : []),
    "kind",
    "books",
    ...(start.ranked === undefined ? [] : ["placement" as const]),
  ];
  // Until the books are known, so is not whether to ask for languages: no step may give way to
  // another under the finger.
  const isKnown = start.system.data !== undefined || start.system.isError;
  const step = reached ?? (isKnown ? (steps[0] ?? "kind") : undefined);
  const finish = () => goTo("/study", { replace: true });
  const next = async () => {
    if (step === "languages") return setStep("kind");
    if (step === "kind") return setStep("books");
    if (step === "placement") return finish();
    if (!(await start.save())) return;
    if (start.ranked === undefined) finish();
    else setStep("placement");
  };
  const skip = async () => {
    if (step === "placement" || (await start.save())) finish();
  };
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <span className={styles.mark}>Wordloom</span>
        <Row space={1} data-flush="">
          <Text as="span" tone="soft" figures>
            {step !== undefined &&
              t("start.step", { at: steps.indexOf(step) + 1, of: steps.length })}
          </Text>
          <Button kind="plain" size="small" busy={start.saving} onClick={() => void skip()}>
            {t("start.skip")}
          </Button>
        </Row>
      </header>
      <MaintenanceGate>
        <ConnectionBar />
        <UpgradeNotice forcedOnly />
        <Narrow>
          <main className={styles.main}>
            {step === undefined && <Waiting />}
            {step === "languages" && (
              <Frame heading="first.languages" text="first.languages_text" key={step}>
                <LanguagesStep start={start} />
                <Actions next={next} />
              </Frame>
            )}
            {step === "kind" && (
              <Frame heading="first.kind" text="first.kind_text" key={step}>
                <KindStep />
                <Actions next={next} {...(areSeveral && { back: () => setStep("languages") })} />
              </Frame>
            )}
            {step === "books" && (
              <Frame heading="start.books" text="start.books_text" key={step}>
                <BookChoice start={start} />
                <HowMuch start={start} />
                <Actions next={next} back={() => setStep("kind")} start={start} />
              </Frame>
            )}
            {step === "placement" && start.ranked !== undefined && (
              <Suspense fallback={<Waiting />}>
                <Placement book={start.ranked} onDone={finish} onBack={() => setStep("books")} />
              </Suspense>
            )}
          </main>
        </Narrow>
      </MaintenanceGate>
    </div>
  );
}

function Frame({
  heading,
  text,
  children,
}: {
  readonly heading: TextKey;
  readonly text: TextKey;
  readonly children: ReactNode;
}) {
  const { t } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  // The previous step took the focus with it. Runs before the paint; later it would steal the focus
  // from a field that is pressed at once.
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <Stack space={4}>
      <Stack space={1}>
        <Headline ref={title} tabIndex={-1} className={styles.headline}>
          {t(heading)}
        </Headline>
        <Text tone="soft">{t(text)}</Text>
      </Stack>
      {children}
    </Stack>
  );
}

function Actions({
  next,
  back,
  start,
}: {
  readonly next: () => Promise<void>;
  readonly back?: () => void;
  readonly start?: Start;
}) {
  const { t } = useText();
  const isLast = start !== undefined && start.ranked === undefined;
  return (
    <Row space={1} className={styles.actions}>
      <Button kind="primary" size="large" busy={start?.saving ?? false} onClick={() => void next()}>
        {isLast ? t("start.first_word") : t("start.next")}
      </Button>
      {back !== undefined && (
        <Button size="large" onClick={back}>
          {t("common.back")}
        </Button>
      )}
    </Row>
  );
}
