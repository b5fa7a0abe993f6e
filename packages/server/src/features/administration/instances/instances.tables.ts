declare module "../../../platform/database/tables.ts" {
  interface Tables {
    service_instances: ServiceInstancesTable;
  }
}

/** A process of the service, possibly gone. */
export interface ServiceInstancesTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  started_at_ms: number;
  last_seen_at_ms: number;
}
