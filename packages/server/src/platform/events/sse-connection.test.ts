import { describe, expect, it } from "vitest";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { createConnection, QUEUED_EVENTS_MAX, STUCK_AFTER_MS } from "./sse-connection.ts";

const listener = { kind: "learner", accountId: "u1", sessionId: "s1" } as const;

function openConnection() {
  const sink = createRecordingSink();
  return { sink, connection: createConnection(sink, listener, 0) };
}

/** The queue is checked after the tick in which it grew. */
const afterThisTick = () => new Promise((resolve) => setImmediate(resolve));

describe("createConnection", () => {
  it("sends any number of events to a client that reads", async () => {
    const { sink, connection } = openConnection();
    for (let n = 0; n < 2_000; n += 1) connection.send(Buffer.alloc(200));
    await afterThisTick();
    expect(sink.destroyed).toBe(false);
  });

  it("stays open after a burst that is sent at the end of the tick", async () => {
    const { sink, connection } = openConnection();
    sink.stall();
    process.nextTick(sink.drain);
    for (let n = 0; n < 2_000; n += 1) connection.send(Buffer.alloc(200));
    await afterThisTick();
    expect(sink.destroyed).toBe(false);
  });

  it.each([
    ["as many events as may be queued", QUEUED_EVENTS_MAX, 10, false],
    ["one event too many", QUEUED_EVENTS_MAX + 1, 10, true],
    ["64 KB", 64, 1_024, false],
    ["more than 64 KB", 65, 1_024, true],
  ])("with %s unread, closed: $3", async (_name, count, size, closed) => {
    const { sink, connection } = openConnection();
    sink.stall();
    for (let n = 0; n < count; n += 1) connection.send(Buffer.alloc(size));
    await afterThisTick();
    expect(sink.destroyed).toBe(closed);
  });

  it("closes if the client has not drained its queue for 30 s", async () => {
    const { sink, connection } = openConnection();
    sink.stall();
    connection.send(Buffer.from("one"));
    connection.checkDrain(1_000);
    connection.checkDrain(1_000 + STUCK_AFTER_MS - 1);
    expect(sink.destroyed).toBe(false);
    connection.checkDrain(1_000 + STUCK_AFTER_MS);
    await afterThisTick();
    expect(sink.destroyed).toBe(true);
  });

  it("restarts the 30 s when the queue was empty", () => {
    const { sink, connection } = openConnection();
    sink.stall();
    connection.send(Buffer.from("one"));
    connection.checkDrain(0);
    sink.drain();
    connection.checkDrain(STUCK_AFTER_MS - 1);
    sink.stall();
    connection.send(Buffer.from("two"));
    connection.checkDrain(STUCK_AFTER_MS);
    expect(sink.destroyed).toBe(false);
  });

  it("sends the rest to a reading client, and disconnects one that does not read", async () => {
    const reading = openConnection();
    reading.sink.stall();
    reading.connection.send(Buffer.from("one"));
    process.nextTick(reading.sink.drain);
    reading.connection.close();
    await afterThisTick();
    expect(reading.sink).toMatchObject({ ended: true, destroyed: false });

    const stalled = openConnection();
    stalled.sink.stall();
    stalled.connection.send(Buffer.from("one"));
    stalled.connection.close();
    await afterThisTick();
    expect(stalled.sink.destroyed).toBe(true);
  });

  it("writes nothing after it is closed", () => {
    const { sink, connection } = openConnection();
    sink.hangUp();
    connection.ping();
    expect(sink.text()).toBe("");
  });
});
