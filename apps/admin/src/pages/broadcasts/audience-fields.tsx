import {
  Checkbox,
  Row,
  Segmented,
  SelectField,
  Stack,
  Text,
  TextArea,
  TextField,
} from "@wordloom/ui";
import { readClientDistribution } from "virtual:endpoints";
import { platformName } from "../../features/devices/platform-name.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { ChosenAudience } from "./audience.ts";

const spans = ["1", "7", "30", "90", "365"] as const;

interface AudienceFieldsProps {
  readonly value: ChosenAudience;
  readonly onChange: (value: ChosenAudience) => void;
  /** Errors in values that the service cannot read, shown at their fields. */
  readonly errors: {
    readonly versionMin?: string | undefined;
    readonly userIds?: string | undefined;
  };
}

/** The audience: all learners, or those who meet all given conditions. */
export function AudienceFields({ value, onChange, errors }: AudienceFieldsProps) {
  const { t } = useText();
  const change = (part: Partial<ChosenAudience>) => onChange({ ...value, ...part });
  return (
    <Stack space={2}>
      <Segmented
        label={t("broadcasts.to")}
        value={value.to}
        options={(["everyone", "some"] as const).map((to) => ({
          value: to,
          label: t(`broadcasts.to_${to}`),
        }))}
        onChange={(to) => change({ to })}
      />
      {value.to === "some" && (
        <>
          <Platforms chosen={value.platforms} onChange={(platforms) => change({ platforms })} />
          <TextField
            label={t("broadcasts.version_min")}
            hint={t("broadcasts.version_min_hint")}
            value={value.versionMin}
            onChange={(versionMin) => change({ versionMin })}
            error={errors.versionMin}
          />
          <SelectField
            label={t("broadcasts.last_active")}
            value={value.lastActiveDays}
            options={[
              { value: "", label: t("broadcasts.any_time") },
              ...spans.map((days) => ({
                value: days,
                label: t("broadcasts.days", { days: Number(days) }),
              })),
            ]}
            onChange={(lastActiveDays) => change({ lastActiveDays })}
          />
          <TextArea
            label={t("broadcasts.user_ids")}
            hint={t("broadcasts.user_ids_hint")}
            rows={2}
            spellCheck={false}
            value={value.userIds}
            onChange={(userIds) => change({ userIds })}
            error={errors.userIds}
          />
        </>
      )}
    </Stack>
  );
}

function Platforms({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const text = useText();
  const known = useRead(readClientDistribution).data?.platforms ?? [];
  const label = text.t("broadcasts.platforms");
  const change = (platform: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, platform] : chosen.filter((each) => each !== platform));
  return (
    <Stack space={1} role="group" aria-label={label}>
      <Text size="small">{label}</Text>
      <Row>
        {known.map(({ platform }) => (
          <Checkbox
            key={platform}
            label={platformName(platform, text)}
            checked={chosen.includes(platform)}
            onChange={(isChosen) => change(platform, isChosen)}
          />
        ))}
      </Row>
    </Stack>
  );
}
