const words = (list: string) => list.trim().split(/\s+/u);
const anyOf = (list: string) => `(?:${words(list).join("|")})`;

/** Stems with -our in Britain and -or in America. */
const OUR = anyOf(`
  arb ard arm behavi cand clam col demean endeav enam fav ferv flav glam harb hon hum lab misbehavi
  misdemean neighb od parl ranc rig rum sav savi splend succ tum val vap vig`);

/** Stems with -re in Britain and -er in America. */
const RE = anyOf(`
  amphitheat calib cent centimet fib goit kilomet lit lust maneuv meag met micromet millimet mit nit
  och reconnoit sab saltpet scept sepulch somb spect theat`);

/** Words whose last letter Britain doubles before an ending. */
const DOUBLED = anyOf(`
  apparel barrel bevel bias cancel carol channel chisel counsel dial duel enamel equal focus fuel
  funnel gravel grovel initial jewel kidnap label level libel marvel medal model panel parcel pedal
  pencil program quarrel rival shovel shrivel signal snivel snorkel spiral squirrel stencil swivel
  total towel travel trowel tunnel unravel worship yodel`);

/** Words that end in -ise on both sides, without that ending; shorter ones are never changed. */
const ALWAYS_ISE = new Set(
  words(`
  adv advert anticlockw appr appra bra chast chem circumc clockw comprom compr conc counterclockw
  dem desp dev disgu enterpr exc exerc expert franch improv inc lia likew mala marqu mayonna
  merchand misadv mort otherw parad porpo pra prec prem prom reappra repr rev sunr superv surm surpr
  telev torto treat turquo unw upr val`),
);

const ENDINGS: readonly (readonly [from: RegExp, to: string])[] = [
  [new RegExp(`^((?:dis|mis|multi|re|un)?${OUR})our`, "u"), "$1or"],
  [new RegExp(`^(${RE})re(s?)$`, "u"), "$1er$2"],
  [new RegExp(`^(${RE})red$`, "u"), "$1ered"],
  [new RegExp(`^(${DOUBLED})[lmps]((?:ed|ing|er|or|ist)s?|ous(?:ly)?|able|ery)$`, "u"), "$1$2"],
  [/^(anal|breathal|catal|dial|electrol|hydrol|paral|psychoanal)ys(e[drs]?|ers|ing)$/u, "$1yz$2"],
  [/^(anal|catal|dial|epil|homol|monol|prol|travel)ogue(s?)$/u, "$1og$2"],
  [/^(def|off|pret)ence/u, "$1ense"],
  [/(abridg|acknowledg|judg|lodg)ement(s?)$/u, "$1ment$2"],
  [/wards$/u, "ward"],
];

/** Letters that Britain keeps from Greek and Latin. */
const CLASSICAL: readonly (readonly [from: RegExp, to: string])[] = [
  [/(?<=^|an)aesth/u, "esth"],
  [/^aeon/u, "eon"],
  [/(?<=clop|orthop)aed/u, "ed"],
  [/^paed/u, "ped"],
  [/^haem/u, "hem"],
  [/(?<=an|leuk|isch|ur)aemi/u, "emi"],
  [/^gynaec/u, "gynec"],
  [/^faec/u, "fec"],
  [/^archaeo/u, "archeo"],
  [/^mediaev/u, "mediev"],
  [/^caes(?=ium|arean)/u, "ces"],
  [/^oe(?=strogen|soph)/u, "e"],
  [/^foet/u, "fet"],
  [/rrhoea/u, "rrhea"],
  [/^manoeuv/u, "maneuv"],
  [/^sulph/u, "sulf"],
  [/^enquir/u, "inquir"],
];

const AMERICAN: ReadonlyMap<string, string> = new Map(
  words(`
  ageing:aging aluminium:aluminum annexe:annex appal:appall artefact:artifact axe:ax
  burnt:burned carburettor:carburetor cheque:check chilli:chili cosy:cozy cypher:cipher
  disc:disk distil:distill doughnut:donut draught:draft dreamt:dreamed enrol:enroll
  enrolment:enrollment enthral:enthrall fulfil:fulfill fulfilment:fulfillment furore:furor
  gaol:jail grey:gray instalment:installment instil:instill jewellery:jewelry kerb:curb
  leant:leaned leapt:leaped learnt:learned licence:license liquorice:licorice mollusc:mollusk
  mould:mold moult:molt moustache:mustache mum:mom omelette:omelet pedlar:peddler phoney:phony
  plough:plow practise:practice programme:program pyjamas:pajamas racquet:racket sceptic:skeptic
  skilful:skillful smelt:smelled smoulder:smolder snowplough:snowplow spelt:spelled
  spilt:spilled spoilt:spoiled tranquillity:tranquility tyre:tire whisky:whiskey wilful:willful
  woollen:woolen woolly:wooly yoghurt:yogurt`).map((pair) => {
    const [british = "", american = ""] = pair.split(":");
    return [british, american] as const;
  }),
);
/** Endings that follow a listed word without changing it. */
const LISTED = /^(.+?)(s|es|ed|d|ing|ish|er|ers|y|ism|al|ally|ness|ly)$/u;

const ISE = /^([a-z]{3,})is(e[drs]?|ers|ing|able|ations?)$/u;

/**
 * One spelling for what Britain and America spell differently, in most cases the American one. For
 * comparing only: the result may be no word.
 *
 * @param word  an English word in lower case
 */
export function americanSpelling(word: string): string {
  const listed = AMERICAN.get(word) ?? listedStem(word);
  if (listed !== undefined) return listed;
  const classical = replaced(word, CLASSICAL);
  const ended = replaced(classical, ENDINGS);
  const stem = ISE.exec(ended)?.[1];
  return stem === undefined || ALWAYS_ISE.has(stem) ? ended : ended.replace(ISE, "$1iz$2");
}

function replaced(word: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((text, [from, to]) => text.replace(from, to), word);
}

function listedStem(word: string): string | undefined {
  const [, stem = "", ending = ""] = LISTED.exec(word) ?? [];
  const whole = AMERICAN.get(stem);
  if (whole !== undefined) return whole + ending;
  const mute = AMERICAN.get(`${stem}e`);
  return mute === undefined ? undefined : mute.replace(/e$/u, "") + ending;
}
