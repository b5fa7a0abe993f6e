import { Menu, PersonIcon } from "@wordloom/ui";
import { chooseLanguage, chosenLanguage } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { signOut } from "../../server-state/sign-in.ts";
import { useText } from "../../text/use-text.ts";
import { useAdmin } from "../access/use-admin.ts";
import styles from "./shell.module.css";
import { changeTheme, theme } from "./theme.ts";

/** The signed-in administrator, the console's appearance, and sign-out. */
export function AccountMenu() {
  const { t } = useText();
  const { email } = useAdmin();
  const shown = useObservable(theme);
  const language = useObservable(chosenLanguage);
  const themes = (["system", "light", "dark"] as const).map((one, at) => ({
    ruled: at === 0,
    label: t(`shell.theme_${one}`),
    checked: shown === one,
    onSelect: () => changeTheme(one),
  }));
  const languages = [
    { label: "English", checked: language !== "zh", onSelect: () => chooseLanguage("en") },
    { label: "中文", checked: language === "zh", onSelect: () => chooseLanguage("zh") },
  ];
  return (
    <Menu
      label={email}
      showLabel
      align="start"
      className={styles.account}
      icon={<PersonIcon size={18} />}
      items={[
        ...languages,
        ...themes,
        { ruled: true, label: t("shell.sign_out"), onSelect: () => void signOut() },
      ]}
    />
  );
}
