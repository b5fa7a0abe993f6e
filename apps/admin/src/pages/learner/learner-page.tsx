import { Anchor, Badge, Headline, Row, SkeletonRows, Stack, Tabs, Text } from "@wordloom/ui";
import type { AdminUser } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readLearner } from "virtual:endpoints";
import type { ComponentType } from "react";
import { useParams } from "wouter";
import { useAddress } from "../../features/address/use-address.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { LearnerActs } from "./learner-acts.tsx";
import { LearnerAudit, LearnerActivity } from "./learner-trail.tsx";
import { LearnerDevices } from "./learner-devices.tsx";
import { LearnerEngine } from "./learner-engine.tsx";
import { LearnerLearning } from "./learner-learning.tsx";
import { LearnerProfile } from "./learner-profile.tsx";

/** Props of a part of the learner page, which loads when it is opened. */
export interface PartProps {
  readonly learner: AdminUser;
}

const parts = {
  profile: LearnerProfile,
  learning: LearnerLearning,
  engine: LearnerEngine,
  devices: LearnerDevices,
  doings: LearnerActivity,
  audit: LearnerAudit,
} as const satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** One learner: all facts, in parts with addresses of their own, and the acts on the account. */
export function LearnerPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const learner = useRead(readLearner, { params: { id } });
  return (
    <Reading
      query={learner}
      level={1}
      heading={t("learners.one_failed")}
      skeleton={<SkeletonRows />}
    >
      {(data) => (
        <Stack space={3}>
          <Head learner={data} />
          <Parts learner={data} />
        </Stack>
      )}
    </Reading>
  );
}

function Head({ learner }: PartProps) {
  const { t } = useText();
  const { username, email, status, role } = learner;
  return (
    <header>
      <Text tone="soft" size="small">
        <Anchor href="/users">{t("learners.back")}</Anchor>
      </Text>
      <Row spread>
        <div>
          <Row>
            <Headline>{username}</Headline>
            <Badge tone={status === "suspended" ? "slip" : "plain"}>
              {t(`learners.status_${status}`)}
            </Badge>
            {role === "staff" && <Badge>{t("learners.role_staff")}</Badge>}
          </Row>
          <Text tone="soft">{email}</Text>
        </div>
        <LearnerActs learner={learner} />
      </Row>
    </header>
  );
}

function Parts({ learner }: PartProps) {
  const { t } = useText();
  const [{ part }] = useAddress({ part: "profile" });
  const shown = names.find((name) => name === part) ?? "profile";
  const Shown = parts[shown];
  const hrefOf = (name: Part) => `/users/${learner.id}${name === "profile" ? "" : `?part=${name}`}`;
  return (
    <>
      <Tabs
        label={t("learners.parts", { name: learner.username })}
        items={names.map((name) => ({ href: hrefOf(name), label: t(`learners.part_${name}`) }))}
        current={hrefOf(shown)}
      />
      <Shown learner={learner} />
    </>
  );
}
