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

/** A batch writer whose `save` completes one batch per call of `release`. The first batches fail, each with one of `failures`. */
function createFakeWriter(failures: unknown[] = []) {
	const batches: (string | null)[][] = [];
	const { log, entries } = openRecordedLog('trace');
	let storedCount = 0;
	let release = Promise.withResolvers<void>();
	const write = createBatchWriter(async (batch): Promise<Outcome[]> => {
		batches.push(batch.map(({ body }) => body));
		await release.promise;
		release = Promise.withResolvers();
		const failure = failures.shift();
		if (failure) throw failure;
		return batch.map((one) => stored(one, ++storedCount));
	}, log);
	return { write, batches, logged: entries, release: () => release.resolve() };
}

const waitUntilStarted = async (batches: unknown[], count: number) => {
	while (batches.length < count) await new Promise((resolve) => setImmediate(resolve));
};

describe('batch writer of chat messages', () => {
	test('the first chat message is stored at once, and messages that arrive meanwhile are stored as the next batch', async () => {
		const { write, batches, release } = createFakeWriter();
		const answered: (string | null)[] = [];
		const send = async (body: string) => {
			const outcome = await write(message(body));
			if ('body' in outcome) answered.push(outcome.body);
		};
		const first = send('first');
		await waitUntilStarted(batches, 1);
		const others = ['second', 'third'].map(send);
		await new Promise((resolve) => setImmediate(resolve));

		const before = [...batches];
		release();
		await first;
		await waitUntilStarted(batches, 2);
		release();
		await Promise.all(others);

		expect(before).toEqual([['first']]);
		expect(batches).toEqual([['first'], ['second', 'third']]);
		expect(answered).toEqual(['first', 'second', 'third']);
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

	test('a chat message with photos is stored alone, in its place', async () => {
		const { write, batches, release } = createFakeWriter();
		const sent = ['a', 'b', 'photo', 'c'].map((body) => message(body));
		const writing = sent.map((one) =>
			write(one.body === 'photo' ? { ...one, photoIds: [1] } : one),
		);
		for (let count = 1; count <= 3; count++) {
			await waitUntilStarted(batches, count);
			release();
		}
		await Promise.all(writing);

		expect(batches).toEqual([['a', 'b'], ['photo'], ['c']]);
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
		const { write, batches, logged, release } = createFakeWriter([new Error('disk full')]);
		const writing = ['a', 'b'].map((body) => write(message(body)));
		await waitUntilStarted(batches, 1);
		release();
		const results = await Promise.allSettled(writing);
		const next = write(message('c'));
		await waitUntilStarted(batches, 2);
		release();

		const reason = new AppError('conflict', REQUEST_ERRORS.failed);
		expect(results).toEqual(Array(2).fill({ status: 'rejected', reason }));
		expect(await next).toMatchObject({ body: 'c' });
		expect(logged).toMatchObject([{ msg: 'messages could not be stored', count: 2 }]);
	});

	test.each(['40001', '40P01'])(
		'a batch of chat messages is retried after a conflict of two transactions (PostgreSQL error %s)',
		async (code) => {
			const conflict = Object.assign(new Error('conflict'), { code });
			const { write, batches, release } = createFakeWriter([conflict]);
			const writing = write(message('a'));
			await waitUntilStarted(batches, 1);
			release();
			await waitUntilStarted(batches, 2);
			release();

			expect(await writing).toMatchObject({ body: 'a' });
		},
	);
});
