import { Deleted } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

export const deleteMedia = endpoint({
  method: "DELETE",
  path: "/api/media/:id",
  summary: "Delete one of the learner's files. Words that play it have no recording any more.",
  access: "learner",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});
