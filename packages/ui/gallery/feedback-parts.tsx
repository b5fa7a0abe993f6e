import {
  Badge,
  BookIcon,
  Button,
  Columns,
  Empty,
  ErrorState,
  Notice,
  Progress,
  Row,
  Section,
  Skeleton,
  SkeletonRows,
  SkeletonText,
  Spinner,
  Stack,
} from "../src/index.ts";

const FAULT =
  "The service did not answer in time. What you learned is kept. Try again; if it stays so, " +
  "tell the administrator of this service.";

/** States for waiting, for empty content and for failures. */
export function FeedbackParts() {
  return (
    <Section heading="Feedback" id="feedback" ruled>
      <Columns>
        <Stack space={3}>
          <Progress label="Session" value={13} max={31} text="13 of 31" showText size="thin" />
          <Progress label="CET-4" value={1208} max={4544} text="1,208 of 4,544" />
          <Progress label="Import under way" />
          <Row>
            <Spinner />
            <Badge>new</Badge>
            <Badge tone="firm">firm</Badge>
            <Badge tone="slip">slipping</Badge>
            <Badge tone="slip">7</Badge>
          </Row>
          <Notice>Your streak starts over today. It can be switched off in the settings.</Notice>
          <Notice tone="firm" heading="All answers are sent.">
            30 answers from the train are on the server.
          </Notice>
          <Notice
            tone="slip"
            heading="Two answers were refused."
            action={<Button size="small">Look</Button>}
          >
            They are kept here and can be exported.
          </Notice>
          <div aria-busy="true" role="group" aria-label="Loading">
            <Stack>
              <Skeleton width="70%" height="2.5rem" shape="block" />
              <SkeletonText />
              <SkeletonRows rows={3} />
            </Stack>
          </div>
        </Stack>
        <Stack space={3}>
          <Empty
            level={3}
            icon={<BookIcon size={28} />}
            heading="No book yet."
            text="Choose one that is ready, or bring a list of your own."
            action={<Button kind="primary">Choose a book</Button>}
          />
          <ErrorState
            level={3}
            heading="Your words could not be fetched."
            text={FAULT}
            onRetry={() => undefined}
            traceId="01JD9Z6Q1M8V7K"
            action={<Button kind="plain">Go on offline</Button>}
          />
        </Stack>
      </Columns>
    </Section>
  );
}
