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
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      hint={<Rules password={props.value} />}
      hintStays
    />
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
