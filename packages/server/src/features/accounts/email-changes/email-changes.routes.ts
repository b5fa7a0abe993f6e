import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  cancelMyEmailChange,
  changeMyEmail,
  confirmEmail,
  readMyEmail,
} from "./email-changes.service.ts";

/** The caller's address, and its confirmation by the recipient of its mail. */
export const emailChangesRoutes: RouteModule = (mount, deps) => {
  mount(contract.readMyEmail, async ({ actor, answer }) =>
    answer(200, await readMyEmail(deps, actor)),
  );

  mount(contract.changeMyEmail, async ({ actor, body, answer }) =>
    answer(200, await changeMyEmail(deps, actor, body)),
  );

  mount(contract.cancelMyEmailChange, async ({ actor, answer }) =>
    answer(200, await cancelMyEmailChange(deps, actor)),
  );

  mount(contract.confirmEmail, async ({ body, request, answer }) =>
    answer(200, { email: await confirmEmail(deps, body.token, request.ip) }),
  );
};
