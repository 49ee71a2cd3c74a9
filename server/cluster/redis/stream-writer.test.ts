import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openRedisStatus } from './status.ts';
import type { Entry } from './stream-entry.ts';
import { openStreamWriter } from './stream-writer.ts';

/** A writer to a fake stream, which rejects entries while `isOpen` is false. */
function openFakeStream() {
	const arrived: Entry[] = [];
	const stream = { isOpen: true, arrived };
	async function append(entry: Entry): Promise<void> {
		await Promise.resolve();
		if (!stream.isOpen) throw new Error('nobody there');
		arrived.push(entry);
	}
	const status = openRedisStatus(pino({ level: 'silent' }));
	const writer = openStreamWriter({ self: 'one', append, status });
	onCleanup(writer.close);
	return { stream, writer, status };
}

test('messages published while a stream entry is being sent are sent together in the next entry', async () => {
	const { stream, writer } = openFakeStream();

	for (const message of ['a', 'b', 'c']) writer.publish(message);
	await writer.flush();

	expect(stream.arrived).toEqual([
		{ from: 'one', sequence: 1, messages: ['a'] },
		{ from: 'one', sequence: 2, messages: ['b', 'c'] },
	]);
});

test('a rejected stream entry is sent again unchanged before newer messages, and the Redis status recovers', async () => {
	const { stream, writer, status } = openFakeStream();
	stream.isOpen = false;
	writer.publish('a');
	await writer.flush();
	writer.publish('b');
	await writer.flush();
	const wasDegraded = status.isDegraded();

	stream.isOpen = true;
	await vi.waitUntil(() => stream.arrived.length === 2, 20_000);

	expect(wasDegraded).toBe(true);
	expect(status.isDegraded()).toBe(false);
	expect(stream.arrived).toEqual([
		{ from: 'one', sequence: 1, messages: ['a'] },
		{ from: 'one', sequence: 2, messages: ['b'] },
	]);
});

test('when too many messages for the stream are pending, the oldest are dropped and the rest keep their order', async () => {
	const { stream, writer } = openFakeStream();
	stream.isOpen = false;
	writer.publish('under way');
	await writer.flush();
	for (let index = 0; index < 6000; index += 1) writer.publish(String(index));

	stream.isOpen = true;
	await writer.flush();
	await writer.flush();

	const messages = stream.arrived.flatMap((entry) => entry.messages);
	expect(messages).toEqual([
		'under way',
		...Array.from({ length: 5000 }, (_, index) => String(index + 1000)),
	]);
});
