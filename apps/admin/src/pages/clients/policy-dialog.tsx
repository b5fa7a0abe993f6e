import {
  Button,
  Dialog,
  Form,
  FormActions,
  Slider,
  Stack,
  Switch,
  Text,
  TextField,
  useForm,
} from "@wordloom/ui";
import type { UpgradePolicy } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { setUpgradePolicy } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { platformName } from "../../features/devices/platform-name.ts";
import { useText } from "../../text/use-text.ts";
import { reachText, useUpgradeReach, type UpgradeReach } from "./use-upgrade-reach.ts";

interface PolicyDialogProps {
  readonly platform: string;
  readonly policy: UpgradePolicy | undefined;
  readonly onClose: () => void;
}

/** Requirements for a platform's apps; says how many devices fail them before saving. */
export function PolicyDialog({ platform, policy, onClose }: PolicyDialogProps) {
  const text = useText();
  const { t, percent } = text;
  const name = platformName(platform, text);
  const save = useAct(setUpgradePolicy, {
    showsRefusals: true,
    done: () => t("clients.policy_saved", { platform: name }),
    onDone: onClose,
  });
  const form = useForm({
    initial: {
      minVersion: policy?.minVersion ?? "",
      suggestedVersion: policy?.suggestedVersion ?? "",
      grayscalePct: policy?.grayscalePct ?? 100,
      pwaSilentUpdate: policy?.pwaSilentUpdate ?? true,
    },
    // The previews report invalid versions.
    check: () => ({}),
    submit: async (body) => void (await save.send({ params: { platform }, body })),
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  const { minVersion, suggestedVersion, grayscalePct } = form.values;
  const required = useUpgradeReach(platform, minVersion);
  const suggested = useUpgradeReach(platform, suggestedVersion);
  const areCountsKnown = [required, suggested].every(
    (each) => each.isKnown && each.refusal === undefined,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("clients.policy_title", { platform: name })}
      closable={!form.busy}
    >
      <Form form={form}>
        <Stack space={0.5}>
          <TextField
            {...form.field("minVersion")}
            label={t("clients.minimum_field")}
            hint={t("clients.version_hint")}
            error={required.refusal}
          />
          <Reach of={required} kind="required" />
        </Stack>
        <Stack space={0.5}>
          <TextField
            {...form.field("suggestedVersion")}
            label={t("clients.suggested_field")}
            hint={t("clients.version_hint")}
            error={suggested.refusal}
          />
          <Reach of={suggested} kind="suggested" />
        </Stack>
        <Slider
          label={t("clients.share_field")}
          value={grayscalePct}
          onChange={(share) => form.set("grayscalePct", share)}
          valueText={percent(grayscalePct / 100)}
        />
        {platform === "web" && (
          <Switch label={t("clients.silent_field")} {...form.tick("pwaSilentUpdate")} />
        )}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy} disabled={!areCountsKnown}>
            {t("common.save")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** Keeps its place while the number is unknown, so that nothing jumps. */
function Reach({
  of: { reach },
  kind,
}: {
  readonly of: UpgradeReach;
  readonly kind: "required" | "suggested";
}) {
  const text = useText();
  const isStop = kind === "required" && (reach?.matched ?? 0) > 0;
  return (
    <Text size="small" tone={isStop ? "slip" : "soft"} aria-live="polite">
      {reach === undefined ? "\u00a0" : reachText(kind, reach, text)}
    </Text>
  );
}
