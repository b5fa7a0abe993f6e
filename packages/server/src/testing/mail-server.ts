import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

const closers: (() => void)[] = [];

/** For `afterEach`. */
export function closeMailServers(): void {
  for (const close of closers.splice(0)) close();
}

/** A minimal mail server that accepts everything or refuses the sender, and records its input. */
export async function mailServer(
  replyToSender: string,
): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (inData && !text.endsWith("\r\n.\r\n")) return;
      if (inData) socket.write("250 taken\r\n");
      else if (text.startsWith("MAIL")) socket.write(`${replyToSender}\r\n`);
      else if (text.startsWith("DATA")) socket.write("354 go on\r\n");
      else socket.write("250 fine\r\n");
      inData = text.startsWith("DATA");
    });
  }).listen(0, "127.0.0.1");
  closers.push(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}
