import { listAdminAccounts } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";

/** The administrators, and the address of each by the id; an id of one who left stays an id. */
export function useAdminNames() {
  const { data } = useRead(listAdminAccounts);
  const admins = data?.admins ?? [];
  return {
    admins,
    nameOf: (id: string) => admins.find((admin) => admin.id === id)?.email ?? id,
  };
}
