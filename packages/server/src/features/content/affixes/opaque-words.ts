/** Words that look as if they were put together from known parts and were not. */
export const OPAQUE_WORDS: ReadonlySet<string> = new Set(
  [
    "agree anger answer apartment apple average banana being bishop bullet butter canal candy",
    "captain career carrot catholic chapter charter cigarette comic common corner county",
    "cover damage delight deliver demon disaster display divide dying early england entire",
    "every finger finish flower forge former fortune gallery garbage hamlet hammer heaven",
    "honey hospital hotel individual interesting internal invite island ism ladder leather",
    "lemon lettuce listen maria marshal melon message minister mirror monster mother mushroom",
    "number often ology orange outlet panic parent person petal pirate police policy portion",
    "potato present proper punish purpose radar recent release remember resort restore retire",
    "rival river rubbish salmon sandal sandwich savage search season secret senator seven",
    "several shower silence silent silly sister solid spanish spirit steady student tablet",
    "talent tender toilet tomato total unless until vanish water window wonder",
  ].flatMap((line) => line.split(" ")),
);
