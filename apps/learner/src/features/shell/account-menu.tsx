import { HelpIcon, LockIcon, Menu, PersonIcon, SettingsIcon } from "@wordloom/ui";
import { useObservable } from "@wordloom/web/state";
import { signIn } from "../../server-state/sign-in.ts";
import { openLayer } from "../anywhere/open-layer.ts";
import { hasKeyboard } from "../keys/has-keyboard.ts";
import { useText } from "../../text/use-text.ts";

/** The menu of the signed-in learner: settings, keys, sign-out. */
export function AccountMenu() {
  const { t } = useText();
  const state = useObservable(signIn);
  if (state.kind !== "in") return null;
  const items = [
    { label: state.user.username, icon: <PersonIcon size={18} />, href: "/settings/account" },
    {
      label: t("shell.settings"),
      icon: <SettingsIcon size={18} />,
      href: "/settings/study",
      ruled: true,
    },
    ...(hasKeyboard()
      ? [
          {
            label: t("help.keys"),
            icon: <HelpIcon size={18} />,
            keys: "?",
            onSelect: () => openLayer.set("help"),
          },
        ]
      : []),
    {
      label: t("shell.sign_out"),
      icon: <LockIcon size={18} />,
      onSelect: () => openLayer.set("sign-out"),
      ruled: true,
    },
  ];
  return <Menu label={t("shell.account")} icon={<PersonIcon />} items={items} />;
}
