import { describe, expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { Outcome, OutgoingMessage, StoredMessage } from './save.ts';

const message = (body: string, clientId: string | null = null): OutgoingMessage => ({
	room: { itemId: 1, buyerId: 2 },
	sender: { id: 2, sessionId: 'a session', version: 1 },
	body,
	clientId,
});

const stored = ({ room, body, clientId }: OutgoingMessage, id: number): StoredMessage => ({
	id,
	room,
	senderId: 2,
	receiverId: 3,
	body,
	createdAt: new Date(),
	clientId,
	event: null,
	photos: [],
	photoCount: 0,
	isHiddenFromRecipient: false,
});

/**
 * A batch writer whose `save` completes one batch per call of `release`. The first batches fail, each with one of
 * `failures`. Delivering a message whose text is in `undeliverable` throws.
 */
function createFakeWriter(failures: unknown[] = [], undeliverable = new Set<string>()) {
	const batches: (string | null)[][] = [];
	const delivered: string[] = [];
	const { log, entries } = openRecordedLog('trace');
	const ids = new Map<string | null, number>();
	const idOf = ({ body }: OutgoingMessage) => ids.getOrInsert(body, ids.size + 1);
	let release = Promise.withResolvers<void>();
	const writer = createBatchWriter({
		async save(batch): Promise<Outcome[]> {
			batches.push(batch.map(({ body }) => body));
			await release.promise;
			release = Promise.withResolvers();
			const failure = failures.shift();
			if (failure) throw failure;
			return batch.map((one) => stored(one, idOf(one)));
		},
		deliver({ body }) {
			if (undeliverable.has(body ?? '')) throw new Error('a listener failed');
			delivered.push(body ?? '');
		},
		log,
	});
	return { ...writer, batches, delivered, logged: entries, release: () => release.resolve() };
}

const waitUntilStarted = async (batches: unknown[], count: number) => {
	while (batches.length < count) await new Promise((resolve) => setImmediate(resolve));
};

describe('batch writer of chat messages', () => {
	test('the first chat message is stored at once, and messages that arrive meanwhile are stored as the next batch', async () => {
		const { write, batches, delivered, release } = createFakeWriter();
		const first = write(message('first'));
		await waitUntilStarted(batches, 1);
		const others = ['second', 'third'].map((body) => write(message(body)));
		await new Promise((resolve) => setImmediate(resolve));

		const before = [...batches];
		release();
		await first;
		await waitUntilStarted(batches, 2);
		release();
		await Promise.all(others);

		expect(before).toEqual([['first']]);
		expect(batches).toEqual([['first'], ['second', 'third']]);
		expect(delivered).toEqual(['first', 'second', 'third']);
	});

	test('a batch of chat messages contains at most 500', async () => {
		const { write, batches, release } = createFakeWriter();
		const writing = Array.from({ length: 501 }, (_, count) => write(message(String(count))));
		await waitUntilStarted(batches, 1);
		release();
		await waitUntilStarted(batches, 2);
		release();
		await Promise.all(writing);

		expect(batches.map(({ length }) => length)).toEqual([500, 1]);
	});

	test('when 10,000 chat messages wait, another message is refused as unavailable and the waiting messages are stored', async () => {
		const { write, batches, release } = createFakeWriter();
		const writing = Array.from({ length: 10_000 }, () => write(message('waits')));

		const refused = write(message('one more'));

		await expect(refused).rejects.toEqual(new AppError('too_many', REQUEST_ERRORS.unavailable));
		for (let count = 1; count <= 20; count++) {
			await waitUntilStarted(batches, count);
			release();
		}
		expect(await Promise.all(writing)).toHaveLength(10_000);
	});

	test('when a batch of chat messages fails, all its messages are refused, the failure is logged once, and the next batch is stored', async () => {
		const { write, batches, delivered, logged, release } = createFakeWriter([
			new Error('disk full'),
		]);
		const writing = ['a', 'b'].map((body) => write(message(body)));
		await waitUntilStarted(batches, 1);
		release();
		const results = await Promise.allSettled(writing);
		const next = write(message('c'));
		await waitUntilStarted(batches, 2);
		release();
		await next;

		const reason = new AppError('conflict', REQUEST_ERRORS.failed);
		expect(results).toEqual(Array(2).fill({ status: 'rejected', reason }));
		expect(delivered).toEqual(['c']);
		expect(logged).toMatchObject([{ msg: 'messages could not be stored', count: 2 }]);
	});

	test('a stored chat message whose delivery throws is acknowledged, and all other messages are delivered', async () => {
		const undeliverable = new Set(['a']);
		const { write, batches, delivered, logged, release } = createFakeWriter([], undeliverable);
		const writing = ['a', 'b'].map((body) => write(message(body)));
		await waitUntilStarted(batches, 1);
		release();
		const results = await Promise.allSettled(writing);
		undeliverable.clear();
		const next = [write(message('a')), write(message('c'))];
		await waitUntilStarted(batches, 2);
		release();
		await Promise.all(next);

		expect(results).toMatchObject(
			Array(2).fill({ status: 'fulfilled', value: { isFirstDelivery: true } }),
		);
		expect(delivered).toEqual(['b', 'a', 'c']);
		expect(logged).toMatchObject([
			{ msg: 'a stored message could not be delivered', messageId: 1 },
		]);
	});

	test('a chat message that is sent again after the database connection broke is delivered once', async () => {
		const { write, batches, delivered, release } = createFakeWriter([new Error('connection lost')]);
		const results: unknown[] = [];
		for (let count = 1; count <= 3; count++) {
			const writing = Promise.allSettled([write(message('a', 'its id'))]);
			await waitUntilStarted(batches, count);
			release();
			results.push(...(await writing));
		}

		expect(delivered).toEqual(['a']);
		expect(results).toMatchObject([
			{ status: 'rejected' },
			{ status: 'fulfilled', value: { isFirstDelivery: true } },
			{ status: 'fulfilled', value: { isFirstDelivery: false } },
		]);
	});

	test('a chat message that occurs twice in one batch is delivered once', async () => {
		const { write, batches, delivered, release } = createFakeWriter();
		const writing = [write(message('a', 'its id')), write(message('a', 'its id'))];
		await waitUntilStarted(batches, 1);
		release();
		const [first, second] = await Promise.all(writing);

		expect(delivered).toEqual(['a']);
		expect(first).toMatchObject({ isFirstDelivery: true });
		expect(second).toMatchObject({ id: first?.id, isFirstDelivery: false });
	});

	test.each(['40001', '40P01'])(
		'a batch of chat messages is retried after a conflict of two transactions (PostgreSQL error %s)',
		async (code) => {
			const conflict = Object.assign(new Error('conflict'), { code });
			const { write, batches, delivered, release } = createFakeWriter([conflict]);
			const writing = write(message('a'));
			await waitUntilStarted(batches, 1);
			release();
			await waitUntilStarted(batches, 2);
			release();
			await writing;

			expect(delivered).toEqual(['a']);
		},
	);
});
