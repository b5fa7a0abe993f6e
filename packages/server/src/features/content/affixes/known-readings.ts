/**
 * Readings of common words that the rules would miss or get wrong, a line for each start letter.
 *
 * A reading is the word, a colon and its parts: `ab-` a prefix, `-ion` a suffix, `=able` a whole
 * word, anything else a root. Where a root's spelling stands for several, the beginning of its
 * meaning follows after a slash: `lig/bind`.
 */
const LINES = [
  "ability: =able -ity; agency: ag/do -ency; agent: ag/do -ent",
  "ambitious: ambi- it/go -ious; ambition: ambi- it/go -ion",
  "autonomy: auto- nom/law -y; autonomous: auto- nom/law -ous; astronomy: astr nom/law -y",
  "backward: =back -ward; broken: =break -en",
  "capable: cap/take -able; casual: cas/fall -ual; compassion: com- pass/suffer -ion",
  "concrete: con- cret/grow; consultancy: =consult -ancy; consultant: =consult -ant",
  "curious: cur/care -ious; curiosity: cur/care -ious -ity",
  "decide: de- cid/cut; decisive: de- cis/cut -ive; delegate: de- leg/send -ate",
  "delegation: de- leg/send -ation; delivery: =deliver -y",
  "dental: dent/tooth -al; dentist: dent/tooth -ist; desirable: =desire -able",
  "devotion: =devote -ion; discovery: =discover -y; donate: don/give -ate",
  "donation: don/give -ation; dramatically: =dramatic -ally",
  "economic: eco- nom/law -ic; economical: eco- nom/law -ical; economics: eco- nom/law -ics",
  "economist: eco- nom/law -ist; economy: eco- nom/law -y; emphasize: =emphasis -ize",
  "endurance: en- dur/hard -ance; endure: en- dur/hard; engagement: =engage -ment",
  "entrance: =enter -ance; everything: =every =thing; examination: =examine -ation",
  "experimental: =experiment -al; extravagant: extra- vag/wander -ant",
  "formulate: =formula -ate; fortunate: =fortune -ate; fortunately: =fortune -ate -ly",
  "forward: =for -ward; grateful: grat/pleasing -ful; humorous: =humour -ous",
  "illegal: il- leg/law -al; imagination: =imagine -ation; imaginary: =image -ary",
  "improper: im- =proper; indication: in- dic/say -ation; indicate: in- dic/say -ate",
  "input: in- =put; invitation: =invite -ation; irrational: ir- =rational",
  "irrationally: ir- =rational -ly; legal: leg/law -al; legislation: legis/law lat/carried -ion",
  "management: =manage -ment; manager: =manage -er; manage: man/hand -age",
  "minor: min/small -or; minority: min/small -or -ity; modernization: =modern -ization",
  "modify: mod/measure -ify; moderation: =moderate -ion; notice: not/mark -ice",
  "noticeable: =notice -able; notion: not/mark -ion; obligation: ob- lig/bind -ation",
  "oblige: ob- lig/bind; official: =office -ial; optical: opt/eye -ical",
  "optimistic: =optimist -ic; outward: =out -ward; passion: pass/suffer -ion",
  "passionate: pass/suffer -ion -ate; passive: pass/suffer -ive; passively: pass/suffer -ively",
  "permanent: per- man/stay -ent; permanence: per- man/stay -ence; personal: =person -al",
  "impermanent: im- per- man/stay -ent; impermanency: im- per- man/stay -ency",
  "personality: =person -ality; possession: =possess -ion; postman: =post =man",
  "potential: pot/be -ent -ial; precision: pre- cis/cut -ion; preparation: pre- par/equal -ation",
  "prepare: pre- par/equal; presentation: =present -ation; president: pre- sid/sit -ent",
  "privilege: priv leg/law; provision: pro- vis/see -ion; radically: =radical -ly",
  "recently: =recent -ly; recovery: =recover -y; refusal: re- fus/pour -al",
  "refuse: re- fus/pour; religion: re- lig/bind -ion; religious: re- lig/bind -ous",
  "replace: re- =place; replacement: re- =place -ment; republican: =republic -an",
  "retirement: =retire -ment; salary: sal/salt -ary; scary: =scare -y",
  "secretary: =secret -ary; sedentary: sed/sit -ent -ary; solar: sol/sun -ar",
  "subdivision: sub- =division",
  "subsidize: =subsidy -ize; surrounding: =surround -ing; terrible: terr/frighten -ible",
  "terrify: terr/frighten -ify; terror: terr/frighten -or; terrorist: terr/frighten -or -ist",
  "theology: theo -logy; unfortunately: un- =fortune -ate -ly; unfortunate: un- =fortune -ate",
  "upward: =up -ward",
];

/** Parts of a word as a reading writes them, by the word. */
export const KNOWN_READINGS: ReadonlyMap<string, readonly string[]> = new Map(
  LINES.flatMap((line) => line.split("; ")).map((reading) => {
    const [word = "", parts = ""] = reading.split(": ");
    return [word, parts.split(" ")] as const;
  }),
);
