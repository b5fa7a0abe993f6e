/** Form of a pack's id. */
export const packIdForm = /^[a-z0-9-]{1,64}$/;
