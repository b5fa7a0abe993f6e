/** Words that look as if they were put together from known parts and were not. */
export const OPAQUE_WORDS: ReadonlySet<string> = new Set(
  [
    "abandon accent acute adjourn agree anger annoy answer apart apartment apparent apple",
    "arcade archive ark ascent automatic automation average banana battery being billion",
    "bishop brandy breakfast bullet butter cabbage canal candy captain career carpenter",
    "carrot cartoon catholic caution cement chapter charter cigarette coarse colonel colony",
    "color comedy comic common comparison comrade concert condition confetti consult corner",
    "corridor counter county cover coward curtain damage decade decent deliberate delight",
    "deliver demon desire device devote diary dimension disaster display divide division",
    "doctrine dying early element embassy embrace emperor empire encounter engage england",
    "enthusiast entire estate every examine experiment external fairy fiction finger finish",
    "flourish flower forge former fortnight fortune forty gallery garbage germany grammar",
    "hamlet hammer hatred heaven heroine honey hospital hotel human humane humanity humid",
    "illustrate illustration image imagine improvement incarnation incentive individual",
    "instrument interesting internal interval intimate invite irritate island knowledge",
    "ladder leather lemon lettuce liability liable linen listen liver maria marshal mature",
    "melon message mineral minister mirror mister moderate modern monster mother mushroom",
    "music nightmare number office often optimist orange ornament outlet panic parade parent",
    "person petal pirate platform police policy polish polite portion possess potato potion",
    "preface present princess prominent proper proportion proportional province punish",
    "purpose radar radical rational recent recover release remember render repair republic",
    "resort resource restore retire retreat rival river rubbish salmon sandal sandwich savage",
    "scenery search season secret seminar senate senator seven several severe shower silence",
    "silent silly sister solicitor solid spanish spirit steady storey strategy student",
    "subsidy surge surgery surrender surround tablet talent tender theory toilet tomato total",
    "transparent unless until vanish violet water window wonder",
  ].flatMap((line) => line.split(" ")),
);

/** Words of English that are never what an affix was put to: they are affixes themselves. */
export const NO_BASES: ReadonlySet<string> = new Set([
  "ism",
  "ology",
  "maria",
  "being",
  "forge",
  "former",
  "demon",
  "butter",
  "bullet",
]);
