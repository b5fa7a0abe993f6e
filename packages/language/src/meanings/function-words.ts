/**
 * Chinese for words of grammar that books translate differently although each is right for the
 * other: *once* as 曾经, *ago* as 以前. One group a line; nouns and verbs need none, because books
 * and thesauruses list their synonyms.
 */
const GROUPS = `
以前 从前 之前 曾经 先前 过去 早先 往昔 一度 在此之前 在之前 在以前
以后 之后 后来 随后 然后 接着 在之后 此后 今后 而后 于是
现在 目前 当前 如今 此刻 眼下 这时 当今
马上 立刻 立即 即刻 即将 很快 不久 迅速
已经 已 早已 业已
仍然 仍 仍旧 还 依然 依旧 尚 仍在
总是 一直 始终 永远 老是 向来 一向
经常 常常 时常 往往 常 屡次 频繁
有时 有时候 偶尔 间或 时而
从不 从未 永不 决不 绝不 从来没有
几乎 差不多 将近 接近 近乎
大约 大概 约 左右 关于 将近
非常 很 十分 极其 极 相当 特别 尤其
仅仅 只 仅 只是 只有 不过
也 亦 同样 还 又
但是 但 然而 可是 不过 却 而
因为 由于 因 既然 鉴于
因此 所以 因而 从而 于是 故
虽然 尽管 虽 即使 哪怕
如果 假如 要是 倘若 若
除非 否则 不然
和 与 及 以及 并且 而且 同 跟
或 或者 还是 要么
在上 在上面 在之上 上方 上面 在上方
在下 在下面 在之下 下方 下面 在下方
在里面 在内 里面 内部 在内部
在外面 在外 外面 外部 在外部
在旁边 旁边 在附近 附近 靠近 邻近
在中间 在之间 之间 当中 在中
穿过 通过 越过 横过 经过
向 朝 朝向 对 对于 往
从 自 自从 来自 自此
直到 到 至 直至
代替 而不是 取代 替代
可能 也许 或许 大概 兴许 恐怕
必须 必要 应该 应当 应 该 得
能够 能 可以 会 可能
所有 全部 一切 全体 整个 全
每 每个 各 各个 每一
一些 若干 几个 有些 某些
许多 很多 多 大量 众多
其他 其它 另外 别的 另一
任何 任一 无论哪个
相反 反而 反之
`;

const GROUP_OF = new Map<string, Set<number>>();
for (const [at, line] of GROUPS.trim().split("\n").entries()) {
  for (const word of line.split(" ")) {
    GROUP_OF.set(word, (GROUP_OF.get(word) ?? new Set()).add(at));
  }
}

/** Whether two Chinese senses are words of grammar that stand for the same. */
export function areSameFunction(sense: string, other: string): boolean {
  const groups = [...(GROUP_OF.get(sense) ?? [])];
  const others = GROUP_OF.get(other);
  return groups.some((group) => others?.has(group));
}
