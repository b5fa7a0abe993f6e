import { Anchor, Columns, Headline, Row, Segmented, Skeleton, Stack, Text } from "@wordloom/ui";
import { Reading } from "@wordloom/web";
import { useState } from "react";
import { useAddress } from "../../features/address/use-address.ts";
import {
  basedOn,
  conflictsIn,
  jsonTaken,
  typedInto,
  type ConfigVersion,
} from "../../features/engine-config/drafts.ts";
import { useDrafts } from "../../features/engine-config/draft-store.ts";
import type { Parameter } from "../../features/engine-config/parameter-list.ts";
import { useEngineConfig, useParameters } from "../../features/engine-config/use-engine-config.ts";
import { shortHash } from "../../features/engine-config/version-text.ts";
import { useText } from "../../text/use-text.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { JsonView } from "./json-view.tsx";
import { ParameterForm } from "./parameter-form.tsx";
import { SavingPanel } from "./saving-panel.tsx";
import { useImpact } from "../../features/engine-config/use-impact.ts";

/** Every parameter of the engine: its meaning, its value, and the effects of other values. */
export function ParametersPage() {
  const { t } = useText();
  const config = useEngineConfig();
  const parameters = useParameters();
  return (
    <Reading query={parameters} level={1} heading={t("parameters.failed")} skeleton={<Shape />}>
      {(list) => (
        <Reading query={config} level={1} heading={t("parameters.failed")} skeleton={<Shape />}>
          {(now) => <Shown parameters={list} now={now} />}
        </Reading>
      )}
    </Reading>
  );
}

interface ShownProps {
  readonly parameters: readonly Parameter[];
  readonly now: ConfigVersion;
}

function Shown({ parameters, now }: ShownProps) {
  const { t } = useText();
  const [drafts, change] = useDrafts();
  const [{ view }, setAddress] = useAddress({ view: "form" });
  const { taken, ...json } = useJson(parameters);
  const count = Object.keys(taken.typed).length;
  const sides = conflictsIn(parameters, taken, now);
  const isConflict = drafts.base !== undefined && drafts.base.hash !== now.hash;
  // Typed values are compared with the version they were based on until the conflict is resolved.
  const shown = drafts.base ?? now;
  const impact = useImpact(drafts.typed);
  // Written JSON is never hidden.
  const isJson = view === "json" || drafts.json !== undefined;
  const type = (path: string, value: string | boolean) =>
    change((before) => typedInto(before, now, path, value));
  return (
    <Stack space={3}>
      <Head hash={shown.hash} count={count} />
      {isConflict && (
        <ConflictPanel
          {...{ sides, now }}
          onTakeTheirs={(path) => json.take(() => change((before) => without(before, path)))}
          onGoOn={() => json.take(() => change((before) => basedOn(before, now)))}
        />
      )}
      <Columns split="wide-first">
        <Stack space={2}>
          <Segmented
            label={t("parameters.view")}
            labelHidden
            value={isJson ? "json" : "form"}
            onChange={(next) => json.take(() => setAddress({ view: next }))}
            options={(["form", "json"] as const).map((value) => ({
              value,
              label: t(`parameters.${value}`),
            }))}
          />
          {isJson ? (
            <JsonView
              {...{ drafts }}
              now={shown}
              fault={json.fault}
              onType={(text) => json.type(text, shown)}
              onTake={() => json.take(() => setAddress({ view: "form" }))}
            />
          ) : (
            <ParameterForm
              {...{ parameters, impact }}
              config={shown.config}
              typed={drafts.typed}
              onType={type}
            />
          )}
        </Stack>
        <SavingPanel {...{ now, impact, isConflict }} />
      </Columns>
    </Stack>
  );
}

/** Handles JSON text: it turns into changes once the person moves on from it. */
function useJson(parameters: readonly Parameter[]) {
  const [drafts, change] = useDrafts();
  const [isJudged, setJudged] = useState(false);
  const read = jsonTaken(parameters, drafts);
  const fault = "fault" in read ? read : undefined;
  const taken = "fault" in read ? drafts : read;
  return {
    /** The drafts including the JSON, if it can be parsed. */
    taken,
    fault: isJudged ? fault : undefined,
    type: (json: string, base: ConfigVersion) => {
      setJudged(false);
      change((before) => ({ ...before, base, json }));
    },
    /** Merges the JSON and continues; invalid text stays, with the reason. */
    take: (goOn: () => void) => {
      setJudged(true);
      if (fault !== undefined) return;
      change(() => taken);
      goOn();
    },
  };
}

function without<D extends { readonly typed: Readonly<Record<string, string | boolean>> }>(
  drafts: D,
  path: string,
): D {
  const { [path]: _, ...typed } = drafts.typed;
  return { ...drafts, typed };
}

function Head({ hash, count }: { readonly hash: string; readonly count: number }) {
  const { t } = useText();
  return (
    <header>
      <Row space={2}>
        <Text as="span" tone="soft" size="small">
          {t("parameters.version", { hash: shortHash(hash) })}
        </Text>
        <Text as="span" size="small">
          <Anchor href="/engine/parameters/versions">{t("parameters.history")}</Anchor>
        </Text>
        <Text as="span" size="small">
          <Anchor href="/engine/parameters/canary">{t("parameters.canary")}</Anchor>
        </Text>
      </Row>
      <Headline>
        {count === 0 ? t("parameters.title") : t("parameters.unsaved", { count })}
      </Headline>
    </header>
  );
}

function Shape() {
  return (
    <Stack space={3}>
      <Skeleton width="50%" height="2.75rem" />
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} height="3.5rem" />
      ))}
    </Stack>
  );
}
