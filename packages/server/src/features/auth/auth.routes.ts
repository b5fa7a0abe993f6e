import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import {
  clearedCookies,
  isUsableResetToken,
  loginLearner,
  logoutLearner,
  refreshSignIn,
  registerLearner,
  requestPasswordReset,
  resetPassword,
  signInCookies,
} from "./auth.service.ts";

const RESET_NOTICE = "If there is an account with this address, a reset token is on its way.";

/** Learners come in, stay, leave, and find their way back. */
export const authRoutes: RouteModule = (mount, deps) => {
  mount(contract.register, async ({ body, request, answer }) => {
    const signedIn = await registerLearner(deps, body);
    const { accessToken, user } = signedIn;
    return answer(201, { accessToken, user }, { cookies: signInCookies(deps, request, signedIn) });
  });

  mount(contract.login, async ({ body, request, answer }) => {
    const signedIn = await loginLearner(deps, body);
    const { accessToken, user } = signedIn;
    return answer(200, { accessToken, user }, { cookies: signInCookies(deps, request, signedIn) });
  });

  mount(contract.refresh, async ({ request, answer }) => {
    const signedIn = await refreshSignIn(deps, request);
    const { accessToken, user } = signedIn;
    return answer(200, { accessToken, user }, { cookies: signInCookies(deps, request, signedIn) });
  });

  mount(contract.logout, async ({ actor, answer }) => {
    await logoutLearner(deps, actor);
    return answer(200, { loggedOut: true }, { cookies: clearedCookies });
  });

  mount(contract.forgotPassword, async ({ body, answer }) => {
    await requestPasswordReset(deps, body.email);
    return answer(200, { emailSent: true, message: RESET_NOTICE });
  });

  mount(contract.verifyResetToken, async ({ body, answer }) =>
    answer(200, { valid: await isUsableResetToken(deps, body.token) }),
  );

  mount(contract.resetPassword, async ({ body, answer }) => {
    await resetPassword(deps, body);
    return answer(200, {});
  });
};
