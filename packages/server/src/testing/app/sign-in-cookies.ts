/** The cookies of a sign-in: both tokens, for one hour and for thirty days. */
export const bothCookies = new RegExp(
  "^token=[\\w.-]+; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax," +
    "refresh_token=[\\w.-]+; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax$",
);

export const bothCleared = /^token=; Path=\/; Max-Age=0; .*,refresh_token=; Path=\/; Max-Age=0; /;
