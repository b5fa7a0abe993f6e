import { CheckIcon, TextField, VisuallyHidden } from "@wordloom/ui";
import { passwordRules, type PasswordRule } from "./account-rules.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./password-field.module.css";

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
}

/** A field for a new password: lists its requirements and checks them off while typing. */
export function NewPasswordField(props: Props) {
  const rules = <Rules password={props.value} />;
  const isRefused = props.error !== undefined;
  return (
    <div className={styles.field}>
      <TextField
        {...props}
        type="password"
        autoComplete="new-password"
        hint={isRefused ? undefined : rules}
      />
      {/* Errors take the place of hints, but this one says nothing without the rules. */}
      {isRefused && <div className={styles.refused}>{rules}</div>}
    </div>
  );
}

function Rules({ password }: { readonly password: string }) {
  const { t } = useText();
  const rules = Object.entries(passwordRules) as [PasswordRule, (text: string) => boolean][];
  return (
    <>
      {t("account.password_needs")}
      <ul className={styles.rules}>
        {rules.map(([rule, holds]) => {
          const isMet = holds(password);
          return (
            <li key={rule} className={isMet ? styles.met : undefined}>
              <span className={styles.mark} aria-hidden="true">
                {isMet && <CheckIcon size={16} />}
              </span>
              {t(`account.rule_${rule}`)}
              <VisuallyHidden>
                {isMet ? t("account.rule_met") : t("account.rule_open")}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </>
  );
}
