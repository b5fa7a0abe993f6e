import { Badge, Button, List, ListRow, Section, toast } from "@wordloom/ui";
import { endMyOtherSignIns, endMySignIn, listMySignIns } from "virtual:endpoints";
import { Loaded, refusalText } from "@wordloom/web";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The account's sign-ins; each can be ended. */
export function SignIns() {
  const text = useText();
  const { t, relative } = text;
  const list = useRead(listMySignIns);
  const end = useWrite(endMySignIn);
  const endOthers = useWrite(endMyOtherSignIns);
  const failure = {
    onError: (error: Error) => toast({ text: refusalText(error, text), tone: "slip" as const }),
  };
  return (
    <Section
      ruled
      heading={t("settings.devices")}
      action={
        (list.data?.length ?? 0) > 1 && (
          <Button
            size="small"
            kind="plain"
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate({}, failure)}
          >
            {t("settings.devices_end_others")}
          </Button>
        )
      }
    >
      <Loaded of={list} failed={t("settings.failed")}>
        {(signIns) => (
          <List>
            {signIns.map(({ id, current, device, lastUsedAt }) => (
              <ListRow
                key={id}
                detail={relative(lastUsedAt, serviceTime.nowMs())}
                end={
                  current ? (
                    <Badge tone="firm">{t("settings.device_this")}</Badge>
                  ) : (
                    <Button size="small" onClick={() => end.mutate({ params: { id } }, failure)}>
                      {t("settings.device_end")}
                    </Button>
                  )
                }
              >
                {device.label ?? device.platform ?? t("settings.device_unknown")}
              </ListRow>
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}
