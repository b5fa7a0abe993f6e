/** Of a pack. */
export const packIdForm = /^[a-z0-9-]{1,64}$/;
