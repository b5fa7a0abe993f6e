import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

const closers: (() => Promise<unknown>)[] = [];

/** For `afterEach`. */
export async function closeMailServers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** A mail as the server received it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The user who signed in; undefined without a sign-in. */
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** Header and body. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly url: string;
  /** The same for clients that do not check certificates. */
  readonly trustingUrl: string;
  readonly taken: readonly TakenMail[];
}

export interface MailServerManners {
  /** Refuses every sender with this reply. */
  readonly refusal?: string;
  /** Requires this password. */
  readonly password?: string;
  /** Encrypted from the start, with an unknown certificate; default: encrypted on request. */
  readonly secure?: boolean;
}

/** A mail server that accepts everything its manners allow. */
export async function mailServer(manners: MailServerManners = {}): Promise<MailServer> {
  const { refusal, password, secure = false } = manners;
  const taken: TakenMail[] = [];
  const options: SMTPServerOptions = {
    secure,
    logger: false,
    authOptional: password === undefined,
    hideSTARTTLS: false,
    onAuth: (given, _session, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(new Error("Wrong password.")),
    onMailFrom: (_address, _session, done) => done(refusal ? smtpError(refusal) : null),
    onData: (stream, session, done) =>
      void text(stream).then((letter) => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          isEncrypted: session.secure,
          text: letter,
        });
        done();
      }, done),
  };
  const server = new SMTPServer(options);
  // Clients that reject the certificate hang up.
  server.on("error", () => undefined);
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const url = `${secure ? "smtps" : "smtp"}://127.0.0.1:${port}`;
  return { port, url, trustingUrl: `${url}?tls.rejectUnauthorized=false`, taken };
}

/** A server that accepts connections and leaves everything else to `serve`. */
export async function rudeServer(serve: (socket: Socket) => void): Promise<{
  readonly url: string;
  /** Open connections. */
  readonly open: ReadonlySet<Socket>;
}> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    serve(socket);
  }).listen(0, "127.0.0.1");
  closers.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  await once(server, "listening");
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}

/** An answer such as `550 no`. */
function smtpError(answer: string): Error {
  const [code, ...words] = answer.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}
