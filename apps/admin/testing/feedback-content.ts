/** Sample messages of learners, for photographs. */
const messages = [
  { category: "bug", content: "The recording of “through” plays twice when I press it quickly." },
  { category: "idea", content: "能不能在单词旁边显示词根？这样更容易记住。" },
  {
    category: "general",
    content:
      "I study on the train, where there is no network for half an hour. Everything was there " +
      "again afterwards. Thank you!\n\nOne thing: the reminder comes at 8, I would rather have " +
      "it at 7.",
  },
  { category: "bug", content: "今天的新词数量显示为 0，但我还没有开始学习。" },
] as const;

/** Writes one message from each of the first learners. @returns the id of the last one */
export async function writeFeedback(url: string, password: string): Promise<string> {
  const send = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: { id: string; accessToken: string } }).data;
  };
  let last = "";
  for (const [at, message] of messages.entries()) {
    const account = { email: `learner${at}@example.org`, password };
    const { accessToken } = await send("/api/auth/login", account);
    last = (await send("/api/feedback", { ...message, route: "/study" }, accessToken)).id;
  }
  return last;
}
