import { parentPort, workerData } from "node:worker_threads";
import { isJson } from "./pack-json.ts";

// Parses a whole payload; see pack-json.ts.
const { bytes } = workerData as { readonly bytes: Uint8Array };
parentPort?.postMessage(isJson(bytes));
