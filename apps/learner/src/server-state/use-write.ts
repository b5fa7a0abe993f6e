import { createWrites } from "@wordloom/web";
import { call } from "./api.ts";

export const useWrite = createWrites(call);
