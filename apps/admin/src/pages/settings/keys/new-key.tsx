import {
  Button,
  Dialog,
  Form,
  FormActions,
  RadioGroup,
  SelectField,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { apiKeyScopes } from "@wordloom/contract/choices";
import type { ApiKeyScope, ApiKeyWithSecret } from "@wordloom/contract";
import { createApiKey } from "virtual:endpoints";
import { useAct } from "../../../features/acts/use-act.ts";
import { ApiError } from "../../../server-state/api.ts";
import { useText, type Translator } from "../../../text/use-text.ts";

interface Values {
  readonly name: string;
  readonly scope: ApiKeyScope;
  /** Days; "never" for no end. */
  readonly life: string;
}

const lives = ["7", "30", "90", "365", "never"] as const;
const NAME_MAX = 100;

interface NewKeyProps {
  readonly onClose: () => void;
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

/** A key for another program: what it may do, and for how long. */
export function NewKey({ onClose, onMade }: NewKeyProps) {
  const text = useText();
  const { t } = text;
  const create = useAct(createApiKey, {
    showsRefusals: true,
    done: ({ name }) => t("keys.made", { name }),
    onDone: onMade,
  });
  const form = useForm<Values>({
    initial: { name: "", scope: "read", life: "90" },
    check: ({ name }) => ({ name: name.trim() === "" ? t("account.needed") : undefined }),
    submit: async ({ name, scope, life }) => {
      const expiresInDays = life === "never" ? null : Number(life);
      await create.send({ body: { name, scopes: [scope], expiresInDays } });
    },
    refused: (error) => refusalOf(error, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("keys.create")} closable={!form.busy}>
      <Form form={form}>
        <TextField
          label={t("keys.name")}
          hint={t("keys.name_hint")}
          maxLength={NAME_MAX}
          autoComplete="off"
          {...form.field("name")}
        />
        <RadioGroup
          label={t("keys.scopes")}
          options={apiKeyScopes.map((scope) => ({
            value: scope,
            label: t(`keys.scope_${scope}`),
            hint: t(`keys.scope_${scope}_hint`),
          }))}
          {...form.field("scope")}
        />
        <SelectField
          label={t("keys.expires")}
          options={lives.map((value) => ({ value, label: lifeText(value, text) }))}
          {...form.field("life")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("keys.create")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

function lifeText(life: (typeof lives)[number], { t }: Translator): string {
  return life === "never" ? t("keys.never") : t("keys.in_days", { days: Number(life) });
}

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const code = error instanceof ApiError ? error.code : "";
  if (code === "API_KEY_INVALID_NAME") return { fields: { name: words } };
  if (code === "API_KEY_INVALID_SCOPE") return { fields: { scope: words } };
  return code === "API_KEY_INVALID_EXPIRY" ? { fields: { life: words } } : { form: words };
}
