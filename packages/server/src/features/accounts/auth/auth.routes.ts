import * as contract from "@wordloom/contract";
import { deviceNoteOf } from "../../../platform/identity/device-note.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { languageOfCaller } from "../preferences/preferences.service.ts";
import { textIn } from "../texts/texts.ts";
import {
  clearedCookies,
  isUsableResetToken,
  loginLearner,
  logoutLearner,
  refreshSignIn,
  registerLearner,
  requestPasswordReset,
  resetPassword,
  signInReply,
} from "./auth.service.ts";

/** Registration, sign-in, sign-out and password resets of learners. */
export const authRoutes: RouteModule = (mount, deps) => {
  mount(contract.register, async ({ body, request, answer }) => {
    const signedIn = await registerLearner(deps, body, deviceNoteOf(request));
    const { reply, cookies } = signInReply(deps, request, signedIn);
    return answer(201, reply, { cookies });
  });

  mount(contract.login, async ({ body, request, answer }) => {
    const signedIn = await loginLearner(deps, body, deviceNoteOf(request));
    const { reply, cookies } = signInReply(deps, request, signedIn);
    return answer(200, reply, { cookies });
  });

  mount(contract.refresh, async ({ request, answer }) => {
    const { reply, cookies } = signInReply(deps, request, await refreshSignIn(deps, request));
    return answer(200, reply, { cookies });
  });

  mount(contract.logout, async ({ actor, answer }) => {
    await logoutLearner(deps, actor);
    return answer(200, { loggedOut: true }, { cookies: clearedCookies });
  });

  mount(contract.forgotPassword, async ({ body, request, answer }) => {
    await requestPasswordReset(deps, body.email);
    const language = languageOfCaller(request.header("accept-language"));
    return answer(200, { emailSent: true, message: textIn(language, "reset.notice", {}) });
  });

  mount(contract.verifyResetToken, async ({ body, answer }) =>
    answer(200, { valid: await isUsableResetToken(deps, body.token) }),
  );

  mount(contract.resetPassword, async ({ body, answer }) => {
    await resetPassword(deps, body);
    return answer(200, {});
  });
};
