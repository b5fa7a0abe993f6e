import { createReads } from "@wordloom/web";
import { call } from "./api.ts";

export const { useRead } = createReads(call);
