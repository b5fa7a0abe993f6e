import { ApiError } from "@wordloom/contract/client";
import { accountId, renew } from "./sign-in.ts";

/**
 * Sends; once more if the token had expired and this account could renew it.
 *
 * @throws what `send` throws
 */
export async function withRenewal<T>(send: () => Promise<T>): Promise<T> {
  const account = accountId();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !(await renew())) throw error;
    // Another tab may have signed in somebody else, who must not make the first learner's call.
    if (accountId() !== account) throw error;
    return send();
  }
}
