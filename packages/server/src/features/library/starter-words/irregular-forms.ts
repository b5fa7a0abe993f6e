/** Each entry: headword, then the forms that no rule derives from it. */
const VERBS = `
arise arose arisen|awake awoke awoken|be am is are was were been being
bear bore born borne|beat beaten|become became
begin began begun|bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken
breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen
cling clung|come came|creep crept|deal dealt|die dying|dig dug|do does did done
draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|dwell dwelt|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|flee fled|fling flung|fly flew flown|forbid forbade forbidden
foresee foresaw foreseen|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen
get got gotten|give gave given|go went gone goes|grind ground|grow grew grown|hang hung|have has had
hear heard
hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant
leap leapt|learn learnt|leave left|lend lent|lie lay lain lying|light lit|lose lost|make made
mean meant|meet met|mistake mistook mistaken|overcome overcame|overhear overheard|panic panicked
pay paid|picnic picnicked|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran
say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone
shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|sneak snuck|sow sown|speak spoke spoken|speed sped|spell spelt|spend spent|spill spilt
spin spun|spit spat|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck
sting stung|stink stank stunk|strike struck stricken|string strung|strive strove striven
swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|tell told|think thought|throw threw thrown|tie tying|tread trod trodden
understand understood|undo undid undone|uphold upheld|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|withhold withheld
write wrote written`;

const NOUNS = `
child children|die dice|foot feet|goose geese|half halves|knife knives|leaf leaves|life lives
loaf loaves|louse lice|man men|mouse mice|ox oxen|self selves|shelf shelves|thief thieves
tooth teeth|wife wives|wolf wolves|woman women|analysis analyses|crisis crises
criterion criteria|phenomenon phenomena|basis bases|bacterium bacteria`;

const ADJECTIVES = `
bad worse worst|far farther farthest further furthest|good better best`;

/** The forms that no rule derives, by headword. Forms equal to it (put, cut) need no entry. */
export const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  [VERBS, NOUNS, ADJECTIVES]
    .flatMap((lines) => lines.trim().split(/[|\n]/))
    .map((line) => {
      const [headword = "", ...forms] = line.split(" ");
      return [headword, forms];
    }),
);
