import { listAdminAccounts } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";

/** The administrators by id, each shown by email address; a removed one is shown by id. */
export function useAdminNames() {
  const { data } = useRead(listAdminAccounts);
  const admins = data?.admins ?? [];
  return {
    admins,
    nameOf: (id: string) => admins.find((admin) => admin.id === id)?.email ?? id,
  };
}
