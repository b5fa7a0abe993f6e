import { Row, Section, SelectField, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { listEngineVersions } from "virtual:endpoints";
import { useAddress } from "../../features/address/use-address.ts";
import { VersionFigures } from "../../features/engine-config/version-figures.tsx";
import { versionOption } from "../../features/engine-config/version-text.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

const VERSIONS_OFFERED = 100;

/** The decisions made with two versions of the parameters, side by side. */
export function Comparison() {
  const text = useText();
  const { t } = text;
  const [{ a, b }, change] = useAddress({ a: "", b: "" });
  const versions = useRead(listEngineVersions, { query: { limit: VERSIONS_OFFERED } });
  return (
    <Section heading={t("engine-metrics.compare")}>
      <Loaded of={versions} failed={t("parameters.versions_failed")}>
        {(rows) => {
          const options = rows.map((version) => versionOption(version, text));
          const [one, other] = [
            a || (rows[0]?.version_hash ?? ""),
            b || (rows[1]?.version_hash ?? ""),
          ];
          return (
            <Stack space={2}>
              <Row align="end">
                <SelectField
                  label={t("engine-metrics.version_a")}
                  value={one}
                  options={options}
                  onChange={(next) => change({ a: next })}
                />
                <SelectField
                  label={t("engine-metrics.version_b")}
                  value={other}
                  options={options}
                  onChange={(next) => change({ b: next })}
                />
              </Row>
              {one === "" || other === "" ? (
                <Text tone="soft">{t("engine-metrics.one_version")}</Text>
              ) : (
                <VersionFigures versionA={one} versionB={other} />
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}
