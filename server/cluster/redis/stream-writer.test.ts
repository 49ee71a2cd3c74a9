import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { whenDone } from '#tests/support/when-done.ts';
import { openRedisStatus } from './status.ts';
import type { Entry } from './stream-entry.ts';
import { openStreamWriter } from './stream-writer.ts';

/** A writer whose stream can be switched off. */
function openPost() {
	const tried: Entry[] = [];
	const arrived: Entry[] = [];
	const post = { isOpen: true, tried, arrived };
	async function append(entry: Entry): Promise<void> {
		tried.push({ ...entry, messages: [...entry.messages] });
		await Promise.resolve();
		if (!post.isOpen) throw new Error('nobody there');
		arrived.push(entry);
	}
	const troubles = openRedisStatus(pino({ level: 'silent' }));
	const outbox = openStreamWriter({ self: 'one', append, status: troubles });
	whenDone(outbox.close);
	return { post, outbox, troubles };
}

test('messages published while an entry is being sent go together in the next entry', async () => {
	const { post, outbox } = openPost();

	for (const words of ['a', 'b', 'c']) outbox.publish(words);
	await outbox.flush();

	expect(post.arrived).toEqual([
		{ from: 'one', count: 1, messages: ['a'] },
		{ from: 'one', count: 2, messages: ['b', 'c'] },
	]);
});

test('a rejected entry is sent again unchanged before newer messages, and the status recovers', async () => {
	const { post, outbox, troubles } = openPost();
	post.isOpen = false;
	outbox.publish('a');
	await outbox.flush();
	outbox.publish('b');
	await outbox.flush();
	const before = troubles.isDegraded();

	post.isOpen = true;
	await vi.waitUntil(() => post.arrived.length === 2, 20_000);

	expect(before).toBe(true);
	expect(troubles.isDegraded()).toBe(false);
	expect(post.arrived).toEqual([
		{ from: 'one', count: 1, messages: ['a'] },
		{ from: 'one', count: 2, messages: ['b'] },
	]);
});

test('when too many messages are pending the oldest are dropped and the rest keep their order', async () => {
	const { post, outbox } = openPost();
	post.isOpen = false;
	outbox.publish('under way');
	await outbox.flush();
	for (let n = 0; n < 6000; n += 1) outbox.publish(String(n));

	post.isOpen = true;
	await outbox.flush();
	await outbox.flush();

	const said = post.arrived.flatMap((entry) => entry.messages);
	expect(said).toEqual(['under way', ...Array.from({ length: 5000 }, (_, n) => String(n + 1000))]);
});
