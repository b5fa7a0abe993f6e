import {
  Button,
  Combobox,
  Form,
  List,
  ListRow,
  Row,
  Section,
  Stack,
  TextField,
  useForm,
} from "@wordloom/ui";
import { Loaded, refusalText } from "@wordloom/web";
import type { AdvisorWhitelistEntry } from "@wordloom/contract";
import {
  deleteAdvisorWhitelistEntry,
  listAdvisorWhitelist,
  setAdvisorWhitelistEntry,
} from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { readTyped } from "../../features/engine-config/drafts.ts";
import { nameOf } from "../../features/engine-config/parameter-list.ts";
import { useParameters } from "../../features/engine-config/use-engine-config.ts";
import { ApiError } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import styles from "./advisor.module.css";
import { useText } from "../../text/use-text.ts";

/** The parameters that the advisor may change, and within which limits. */
export function Whitelist() {
  const { t } = useText();
  const list = useRead(listAdvisorWhitelist);
  return (
    <Section heading={t("advisor.whitelist")}>
      <Loaded of={list} failed={t("advisor.whitelist_failed")}>
        {({ entries }) => (
          <Stack space={3}>
            <Entries entries={entries} />
            <EntryForm open={entries.map(({ path }) => path)} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Entries({ entries }: { readonly entries: readonly AdvisorWhitelistEntry[] }) {
  const { t } = useText();
  const remove = useAct(deleteAdvisorWhitelistEntry, { done: () => t("advisor.whitelist_reset") });
  return (
    <List aria-label={t("advisor.whitelist")}>
      {entries.map(({ path, builtin, minSafe: from, maxSafe: to }) => (
        <ListRow
          key={path}
          detail={t("parameters.range", { from, to })}
          end={
            <Button
              size="small"
              aria-label={t(builtin ? "advisor.reset_path" : "advisor.remove_path", { path })}
              onClick={() => remove.run({ query: { path } })}
            >
              {t(builtin ? "advisor.reset" : "advisor.remove")}
            </Button>
          }
        >
          <code className={styles.path}>{path}</code>
        </ListRow>
      ))}
    </List>
  );
}

/** @param open  the paths that are already permitted */
function EntryForm({ open }: { readonly open: readonly string[] }) {
  const text = useText();
  const parameters = useParameters().data ?? [];
  const { t } = text;
  const add = useAct(setAdvisorWhitelistEntry, {
    showsRefusals: true,
    done: ({ path }) => t("advisor.whitelisted", { path }),
  });
  const number = (value: string) =>
    readTyped(value) === undefined ? t("parameters.no_number") : undefined;
  const form = useForm({
    initial: { path: "", minSafe: "", maxSafe: "" },
    check: ({ path, minSafe, maxSafe }) => ({
      path: path.trim() === "" ? t("account.needed") : undefined,
      minSafe: number(minSafe),
      maxSafe: number(maxSafe),
    }),
    submit: async ({ path, minSafe, maxSafe }) => {
      const bounds = { minSafe: Number(minSafe), maxSafe: Number(maxSafe) };
      await add.send({ body: { path: path.trim(), ...bounds } });
      form.reset();
    },
    refused: (error) => {
      const words = refusalText(error, text);
      const code = error instanceof ApiError ? error.code : "";
      if (code === "INVALID_PATH") return { fields: { path: words } };
      return code === "INVALID_RANGE" ? { fields: { maxSafe: words } } : { form: words };
    },
  });
  return (
    <Form form={form}>
      <Combobox
        label={t("advisor.path")}
        hint={t("advisor.path_hint")}
        {...form.field("path")}
        options={parameters
          .filter(({ kind, isOptIn }) => kind !== "boolean" && !isOptIn)
          .filter(({ path }) => !open.includes(path))
          .map(({ path, meaning }) => ({
            value: path,
            label: nameOf(path),
            detail: path,
            keywords: meaning,
          }))}
      />
      <div className={styles.bounds}>
        <TextField label={t("advisor.lowest")} inputMode="decimal" {...form.field("minSafe")} />
        <TextField label={t("advisor.highest")} inputMode="decimal" {...form.field("maxSafe")} />
      </div>
      <Row>
        <Button type="submit" busy={form.busy}>
          {t("advisor.add")}
        </Button>
      </Row>
    </Form>
  );
}
