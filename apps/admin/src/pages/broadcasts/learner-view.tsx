import { Badge, List, ListRow, Section, Text } from "@wordloom/ui";
import styles from "./broadcasts.module.css";
import { useText } from "../../text/use-text.ts";

interface LearnerViewProps {
  readonly title: string;
  readonly message: string;
}

/** A preview of the broadcast among a learner's notifications. */
export function LearnerView({ title, message }: LearnerViewProps) {
  const { t } = useText();
  return (
    <Section heading={t("broadcasts.learners_see")}>
      <List>
        <ListRow
          detail={message.trim() === "" ? t("broadcasts.example_message") : message}
          end={<Text size="small">{t("broadcasts.mark_read")}</Text>}
        >
          {title.trim() === "" ? t("broadcasts.example_title") : title}{" "}
          <Badge>{t("broadcasts.unread")}</Badge>
        </ListRow>
      </List>
      <Text tone="faint" size="small" className={styles.where}>
        {t("broadcasts.where")}
      </Text>
    </Section>
  );
}
