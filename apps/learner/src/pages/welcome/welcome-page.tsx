import { Button, CheckIcon, Headline, Notice, Stack, Text } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { connection } from "@wordloom/web";
import { AccountFrame } from "../../features/account/account-frame.tsx";
import { progressOf, unmetOf, type FirstWords } from "../../features/first-words/first-words.ts";
import { useBegun, useSample } from "../../features/first-words/use-first-words.ts";
import { hasBeenHere, signIn } from "../../server-state/sign-in.ts";
import { WelcomeQuestion } from "./welcome-question.tsx";
import styles from "./welcome-page.module.css";
import { useText } from "../../text/use-text.ts";

const promises = ["no_ads", "offline", "files", "why"] as const;

/**
 * For visitors who are not signed in: a question to answer at once, what the app promises, and the
 * ways in. Who has signed in here before is asked to sign in.
 */
export function WelcomePage() {
  const { t } = useText();
  const state = useObservable(signIn);
  const isOffline = useObservable(connection) === "offline";
  const { sample } = useSample();
  const because = state.kind === "out" ? state.because : undefined;
  const isKnown = hasBeenHere();
  return (
    <AccountFrame wide>
      <div className={styles.layout}>
        <Stack space={3} className={styles.intro}>
          <Headline size={3}>
            {t(isKnown ? "account.sign_in_title" : "account.welcome_title")}
          </Headline>
          <Text tone="soft">{t("account.welcome_text")}</Text>
          {because !== undefined && (
            <Notice tone={because === "banned" ? "slip" : "info"}>{t(`account.${because}`)}</Notice>
          )}
          {isOffline && <Notice>{t("account.welcome_offline")}</Notice>}
          {sample?.registrationOpen === false && <Notice>{t("account.register_closed")}</Notice>}
        </Stack>
        <div className={styles.question}>
          <WelcomeQuestion />
        </div>
        <ul className={styles.promises} role="list">
          {promises.map((promise) => (
            <li key={promise}>
              <CheckIcon size={18} />
              <span>{t(`first.promise_${promise}`)}</span>
            </li>
          ))}
        </ul>
        <WaysIn isKnown={isKnown} isOpen={sample?.registrationOpen !== false} />
      </div>
    </AccountFrame>
  );
}

/** Always in reach on a phone. The first one is what most visitors of this kind want. */
function WaysIn({ isKnown, isOpen }: { readonly isKnown: boolean; readonly isOpen: boolean }) {
  const { t } = useText();
  const { sample, isLoading } = useSample();
  const begun = useBegun();
  // Nearly every service has words; links must not move under the finger when the reply comes.
  const hasWords = begun !== undefined || isLoading || (sample?.words.length ?? 0) > 0;
  const register = `/register${location.search}`;
  const signInAt = `/sign-in${location.search}`;
  if (isKnown || !isOpen) {
    return (
      <div className={styles.ways}>
        <Button kind="primary" size="large" wide href={signInAt}>
          {t("account.sign_in")}
        </Button>
        {isOpen && (
          <Button size="large" wide href={register}>
            {t("account.welcome_start")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      <Button kind="primary" size="large" wide href={hasWords ? "/try" : register}>
        {hasWords ? tryText(begun, t) : t("account.welcome_start")}
      </Button>
      <div className={styles.others}>
        <Button wide href={signInAt}>
          {t("account.welcome_sign_in")}
        </Button>
        {hasWords && (
          <Button wide href={register}>
            {t("account.welcome_start")}
          </Button>
        )}
      </div>
    </div>
  );
}

type T = ReturnType<typeof useText>["t"];

function tryText(begun: FirstWords | undefined, t: T): string {
  if (begun === undefined) return t("first.begin");
  const { done, all } = progressOf(begun);
  const unmet = unmetOf(begun);
  if (unmet === all) return t("first.begin");
  if (done === 0 && unmet > 0) return t("first.more", { count: unmet });
  return done < all ? t("first.go_on", { done, all }) : t("first.keep");
}
