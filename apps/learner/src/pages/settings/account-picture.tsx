import { FileField, Row } from "@wordloom/ui";
import type { User } from "@wordloom/contract";
import { useState } from "react";
import { basePath, refusalText } from "@wordloom/web";
import { sendPicture } from "../../server-state/own-files.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./settings-page.module.css";

/** The learner's picture, with a button to replace it. */
export function AccountPicture({ user }: { readonly user: User }) {
  const text = useText();
  const { t } = text;
  const [error, setError] = useState<string>();
  const [version, setVersion] = useState(0);
  const send = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setError(undefined);
    try {
      await sendPicture(file);
      setVersion((last) => last + 1);
    } catch (refusal) {
      setError(refusalText(refusal, text));
    }
  };
  return (
    <Row space={3} align="center">
      {user.avatarUrl !== undefined && (
        <img
          className={styles.picture}
          src={`${basePath}${user.avatarUrl}?${version}`}
          alt={t("settings.picture")}
        />
      )}
      <FileField
        label={t("settings.picture")}
        text={t("settings.picture_choose")}
        hint={t("settings.picture_hint")}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onFiles={(files) => void send([...files])}
        {...(error !== undefined && { error })}
      />
    </Row>
  );
}
