import { useQuery } from "@tanstack/react-query";
import { keyOf } from "@wordloom/web";
import { readEngineConfig, readEngineConfigSchema } from "virtual:endpoints";
import { useMemo } from "react";
import { exchange } from "../../server-state/api.ts";
import { useRead } from "../../server-state/use-read.ts";
import type { ConfigVersion } from "./drafts.ts";
import { parametersOf } from "./parameter-list.ts";

/** The version in force and its hash, which is only in the reply's ETag. */
export function useEngineConfig() {
  return useQuery<ConfigVersion>({
    queryKey: [...keyOf(readEngineConfig), "with its hash"],
    queryFn: async ({ signal }) => {
      const { data, header } = await exchange(readEngineConfig, { signal });
      return { config: data, hash: (header("etag") ?? "").replace(/^W\/|"/g, "") };
    },
  });
}

/** The schema of all parameters; it never changes while the service runs. */
export function useParameters() {
  const query = useRead(readEngineConfigSchema, {}, { staleTime: Infinity });
  const { data } = query;
  const parameters = useMemo(() => (data === undefined ? undefined : parametersOf(data)), [data]);
  return { ...query, data: parameters };
}
