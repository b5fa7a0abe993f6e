import { Deleted } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;

export const deleteMe = endpoint({
  method: "DELETE",
  path: "/api/users/me",
  summary: "Erase the caller's account and all its data, irreversibly.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: [],
});
