import { workerData } from "node:worker_threads";
import { serveTasks } from "../../basics/serve-tasks.ts";
import { openReadingConnection } from "./reading-connection.ts";
import type { ReadingData } from "./reading-messages.ts";

const { file } = workerData as ReadingData;
serveTasks(openReadingConnection(file).read);
