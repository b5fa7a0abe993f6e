import {
  createKey,
  parsePublicKey,
  parseSecretKey,
  publicKeyLine,
  signContent,
} from "@wordloom/server/platform/release/minisign";

/** A minisign key pair, made for one test. */
export interface SigningKey {
  /** In the form built into releases. */
  readonly publicKey: string;
  /** A signature file. */
  sign(content: Buffer, trustedComment: string): string;
}

export function createSigningKey(): SigningKey {
  const files = createKey();
  const secret = parseSecretKey(files.secretKey);
  return {
    publicKey: publicKeyLine(parsePublicKey(files.publicKey)),
    sign: (content, comment) => signContent(secret, { content }, comment),
  };
}
