import { createClient, register, type Client } from "@wordloom/contract";

/** Registers a learner and returns an authenticated client. */
export async function createAccount(url: string): Promise<{ client: Client; token: string }> {
  const stranger = createClient({ baseUrl: url });
  const { accessToken } = await stranger.call(register, {
    body: { email: "ada@example.org", username: "Ada", password: "Lovelace1815" },
  });
  return { client: createClient({ baseUrl: url, token: () => accessToken }), token: accessToken };
}
