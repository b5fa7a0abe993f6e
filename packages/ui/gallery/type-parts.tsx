import {
  Columns,
  Divider,
  Figure,
  Figures,
  Headline,
  Headword,
  Narrow,
  Row,
  Section,
  Stack,
  Text,
} from "../src/index.ts";

/** Headlines, headwords, text, page widths. */
export function TypeParts() {
  return (
    <Section heading="Type" level={2} id="type" ruled>
      <Columns>
        <Stack>
          <Headline level={3} size={4}>
            Thirty-one words are ready for you.
          </Headline>
          <Headline level={3} size={3}>
            You keep nine words of ten.
          </Headline>
          <Headline level={3} size={2}>
            You would know it now with a chance of 71 %.
          </Headline>
          <Headline level={3} size={1} lang="zh">
            今天有三十一个单词等着您。
          </Headline>
          <Text>
            Nineteen to keep, twelve new. About nine minutes. You were quick and sure yesterday, so
            today begins a little harder. <a href="#type">Change the pace</a>
          </Text>
          <Text tone="soft">What goes with it.</Text>
          <Text tone="faint" size="small">
            What may be overlooked, and can be read all the same.
          </Text>
          <Row>
            <Text tone="firm" size="small" figures>
              firm for 12 days
            </Text>
            <Text tone="slip" size="small" figures>
              missed 3 times
            </Text>
          </Row>
        </Stack>
        <Stack space={3}>
          <Headword lang="en" size="question" as="p">
            reluctant
          </Headword>
          <Headword lang="fr" size="title" as="p">
            l’œuvre naïve
          </Headword>
          <Headword lang="zh" size="title" as="p">
            勉强的
          </Headword>
          <Stack space={1}>
            <Headword lang="de">Geschwindigkeitsüberschreitung</Headword>
            <Headword lang="pl">źdźbło, żółw</Headword>
            <Headword lang="ja">勉強する</Headword>
            <Headword lang="ko">마지못해하는</Headword>
          </Stack>
        </Stack>
      </Columns>
      <Figures style={{ marginTop: 32 }}>
        <Figure value="1,208" label="words known" />
        <Figure value="412" label="firm for a month or more" tone="firm" />
        <Figure value="89.6 %" label="recalled when due, of 90 % asked" />
        <Figure value="8 min" label="a day, these four weeks" />
      </Figures>
      <Narrow style={{ marginTop: 32 }}>
        <Text tone="soft">A column as wide as one reads.</Text>
        <Divider style={{ marginBlock: 16 }} />
        <Text>After a hairline it goes on.</Text>
      </Narrow>
    </Section>
  );
}
