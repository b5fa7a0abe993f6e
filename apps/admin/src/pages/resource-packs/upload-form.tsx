import { Button, Form, FormActions, Row, Segmented, Stack, TextField } from "@wordloom/ui";
import { toast, useForm, type Refusal } from "@wordloom/ui";
import type { PackChannel } from "@wordloom/contract";
import { semverForm } from "@wordloom/contract/packs";
import { refusalText } from "@wordloom/web";
import { uploadPack } from "virtual:endpoints";
import { useRef } from "react";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { channelOrder, nextVersion, type AdminPack } from "./board.ts";
import { ContentEditor } from "./content-editor.tsx";
import { containerOf, faultsOf, payloadOf } from "./payload-text.ts";

interface Values {
  readonly version: string;
  readonly channel: PackChannel;
  readonly minAppVersion: string;
  readonly description: string;
  readonly text: string;
  /** Replaces the text, for packs of an unknown format. */
  readonly file: File | null;
}

/** Milliseconds; some megabytes over a slow line. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

interface UploadProps {
  readonly packId: string;
  readonly pack: AdminPack | undefined;
  /** The content that one begins with. */
  readonly start: string;
}

/** A version's metadata and content, checked as apps will check it. */
export function UploadForm({ packId, pack, start }: UploadProps) {
  const text = useText();
  const { t } = text;
  const { form, busy } = useUploadForm({ packId, pack, start }, text);
  return (
    <Form form={form}>
      <Stack space={3}>
        <Row align="start">
          <TextField
            label={t("resource-packs.version")}
            spellCheck={false}
            {...form.field("version")}
          />
          <TextField
            label={t("resource-packs.min_app")}
            hint={t("resource-packs.min_app_hint")}
            spellCheck={false}
            {...form.field("minAppVersion")}
          />
        </Row>
        <Segmented
          label={t("resource-packs.meant_for")}
          options={channelOrder.map((channel) => ({
            value: channel,
            label: t(`resource-packs.channel_${channel}`),
          }))}
          {...form.field("channel")}
        />
        <TextField label={t("resource-packs.description")} {...form.field("description")} />
        <ContentEditor
          packId={packId}
          field={form.field("text")}
          file={form.values.file}
          onFile={(file) => form.set("file", file)}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={busy}>
            {t("resource-packs.sign")}
          </Button>
          <Button href={pack === undefined ? "/packs" : `/packs/${packId}`}>
            {t("common.cancel")}
          </Button>
        </FormActions>
      </Stack>
    </Form>
  );
}

function useUploadForm({ packId, pack, start }: UploadProps, text: Translator) {
  const { t } = text;
  const [, navigate] = useLocation();
  const bytes = useRef(new Blob());
  const upload = useAct(uploadPack, {
    showsRefusals: true,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    file: () => bytes.current,
    done: ({ version }) => t("resource-packs.done_upload", { version }),
    onDone({ warnings = [] }) {
      for (const _ of warnings) toast({ text: t("resource-packs.no_json"), tone: "slip" });
      navigate(`/packs/${packId}`);
    },
  });
  const form = useForm<Values>({
    initial: {
      version: nextVersion(pack?.versions ?? []),
      channel: "internal",
      minAppVersion: pack?.versions[0]?.minAppVersion ?? "",
      description: pack?.description ?? "",
      text: start,
      file: null,
    },
    check: (values) => wrongIn(packId, values, text),
    submit: async ({ version, channel, minAppVersion, description, text: content, file }) => {
      bytes.current = file ?? new Blob([content]);
      const least = minAppVersion === "" ? {} : { minAppVersion };
      const query = { version, channel, description, ...least };
      await upload.send({ params: { pack_id: packId }, query });
    },
    refused: (error) => refusalOf(error, text),
  });
  return { form, busy: form.busy };
}

function wrongIn(packId: string, values: Values, { t }: Translator) {
  const { version, minAppVersion, text, file } = values;
  const versionFault = (value: string) =>
    semverForm.test(value) ? undefined : t("resource-packs.version_wrong");
  return {
    version: versionFault(version),
    minAppVersion: minAppVersion === "" ? undefined : versionFault(minAppVersion),
    text: file === null ? wrongContent(packId, text, t) : undefined,
  };
}

/** Content that no app could read is not sent; content that apps would only skip is. */
function wrongContent(packId: string, text: string, t: Translator["t"]): string | undefined {
  if (text.trim() === "") return t("account.needed");
  if (containerOf(packId) === undefined) return undefined;
  if (payloadOf(text) === undefined) return t("resource-packs.no_json");
  const isRefused = faultsOf(packId, text).some(({ effect }) => effect === "refused");
  return isRefused ? t("resource-packs.content_refused") : undefined;
}

const fieldOfCode: Readonly<Record<string, keyof Values>> = {
  PACK_VERSION_EXISTS: "version",
  PACK_VERSION_NOT_INCREASING: "version",
  PACK_EMPTY: "text",
  PAYLOAD_TOO_LARGE: "text",
};

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined;
  return field === undefined ? { form: words } : { fields: { [field]: words } };
}
