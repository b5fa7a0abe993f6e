import { listAdminAccounts } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";

/** The administrators by id, each with an email address; the id of a removed one is shown as is. */
export function useAdminNames() {
  const { data } = useRead(listAdminAccounts);
  const admins = data?.admins ?? [];
  return {
    admins,
    nameOf: (id: string) => admins.find((admin) => admin.id === id)?.email ?? id,
  };
}
