import { Badge, Button, Menu, MoreIcon, Row, Stack, Table, Text } from "@wordloom/ui";
import type { ListedAdmin } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { deleteAdminAccount, listAdminAccounts, setAdminRole } from "virtual:endpoints";
import { useState } from "react";
import { useAdmin, useIsSuper } from "../../features/access/use-admin.ts";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { NewAdministrator } from "./new-administrator.tsx";

/** Administrators and their roles. */
export function Administrators() {
  const { t } = useText();
  const isSuper = useIsSuper();
  const admins = useRead(listAdminAccounts);
  const [isNew, setNew] = useState(false);
  return (
    <Stack space={3}>
      <Row>
        <Button kind="primary" disabled={!isSuper} onClick={() => setNew(true)}>
          {t("settings.admin_create")}
        </Button>
        {!isSuper && <Text tone="soft">{t("settings.admin_only_super")}</Text>}
      </Row>
      <Loaded of={admins} failed={t("settings.admins_failed")}>
        {(data) => <Accounts admins={data.admins} />}
      </Loaded>
      {isNew && <NewAdministrator onClose={() => setNew(false)} />}
    </Stack>
  );
}

function Accounts({ admins }: { readonly admins: readonly ListedAdmin[] }) {
  const { t, date } = useText();
  const me = useAdmin();
  const [leaving, setLeaving] = useState<ListedAdmin>();
  return (
    <>
      <Table
        caption={t("settings.part_administrators")}
        captionHidden
        rows={admins}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "email",
            header: t("account.email"),
            rowHeader: true,
            cell: ({ id, email, lockedUntil }) => (
              <>
                {email} {id === me.id && <Badge>{t("settings.admin_you")}</Badge>}{" "}
                {lockedUntil !== null && <Badge tone="slip">{t("settings.admin_locked")}</Badge>}
              </>
            ),
          },
          {
            key: "role",
            header: t("settings.admin_role"),
            cell: ({ role, createdAt }) => (
              <>
                {t(`settings.role_${role}`)}
                <br />
                <Text as="span" tone="soft" size="small">
                  {t("settings.admin_since", { day: date(createdAt) })}
                </Text>
              </>
            ),
          },
          {
            key: "acts",
            header: t("settings.admin_acts"),
            align: "end",
            cell: (admin) => <Acts admin={admin} onDelete={() => setLeaving(admin)} />,
          },
        ]}
      />
      {leaving !== undefined && <Delete admin={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function Acts({
  admin: { id, email, role },
  onDelete,
}: {
  readonly admin: ListedAdmin;
  readonly onDelete: () => void;
}) {
  const { t } = useText();
  const me = useAdmin();
  const isSuper = useIsSuper();
  const change = useAct(setAdminRole, { done: () => t("settings.admin_changed", { email }) });
  const other = role === "admin" ? "super_admin" : "admin";
  return (
    <Menu
      label={t("settings.admin_menu", { email })}
      icon={<MoreIcon />}
      items={[
        {
          label: t(`settings.admin_make_${other}`),
          onSelect: () => change.run({ params: { id }, body: { role: other } }),
          disabled: !isSuper,
        },
        {
          label: t("settings.admin_delete"),
          onSelect: onDelete,
          tone: "slip",
          disabled: !isSuper || id === me.id,
        },
      ]}
    />
  );
}

function Delete({
  admin: { id, email },
  onClose,
}: {
  readonly admin: ListedAdmin;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  return (
    <ActDialog
      act={deleteAdminAccount}
      input={{ params: { id } }}
      done={() => t("settings.admin_deleted", { email })}
      danger
      onClose={onClose}
      title={t("settings.admin_delete_title", { email })}
      confirmLabel={t("settings.admin_delete_now")}
      typed={{ label: t("settings.admin_delete_typed", { email }), text: email }}
    >
      {t("settings.admin_delete_text")}
    </ActDialog>
  );
}
