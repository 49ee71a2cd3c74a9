import { describe, expect, test } from 'vitest';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import {
	deliveryStatusOf,
	mergeAfterRejoin,
	mergeMessage,
	mergePage,
	type StoredMessage,
} from './messages.ts';

function message(id: number, overrides: Partial<StoredMessage> = {}): StoredMessage {
	const at = new Date(Date.UTC(2026, 10, 20, 10, 0, id)).toISOString();
	return {
		id,
		message: `m${id}`,
		userId: 7,
		senderId: 7,
		timestamp: at,
		createdAt: at,
		...overrides,
	};
}

function ids(messages: readonly StoredMessage[]): number[] {
	return messages.map(({ id }) => id);
}

describe('messages that come in', () => {
	test('stand in the order of their ids, whatever order they came in', () => {
		const messages = mergeMessage(mergeMessage([message(1)], message(3)), message(2));

		expect(ids(messages)).toEqual([1, 2, 3]);
	});

	test('are there once when told twice, by id', () => {
		expect(mergeMessage([message(1)], message(1))).toHaveLength(1);
	});

	test('are there once when told twice, by the client’s id', () => {
		const known = [message(1, { clientId: 'a', createdAt: '2026-11-20T00:00:00.000Z' })];

		expect(mergeMessage(known, message(1, { clientId: 'a' }))).toEqual([
			message(1, { clientId: 'a' }),
		]);
	});

	test('are there once when told twice, by the same words at the same time', () => {
		const { createdAt } = message(1);

		expect(mergeMessage([message(1)], message(2, { message: 'm1', createdAt }))).toHaveLength(1);
	});

	test('are two where the same words were written twice', () => {
		const { createdAt } = message(1);
		const known = [message(1, { clientId: 'a' })];
		const twin = message(2, { message: 'm1', createdAt, clientId: 'b' });

		expect(mergeMessage(known, twin)).toHaveLength(2);
	});
});

describe('the history', () => {
	test('of older messages comes before what is known, and keeps what is known of both', () => {
		const known = [message(3, { clientId: 'a' })];

		const messages = mergePage(known, [message(2), message(3)]);

		expect(ids(messages)).toEqual([2, 3]);
		expect(messages.at(-1)?.clientId).toBe('a');
	});

	test('after a reconnection goes on where it was', () => {
		const { messages, isReset } = mergeAfterRejoin(
			[message(1), message(2)],
			[message(2), message(3)],
		);

		expect(ids(messages)).toEqual([1, 2, 3]);
		expect(isReset).toBe(false);
	});

	test('begins anew where more was said meanwhile than one page holds: no gap stands in it', () => {
		const page = Array.from({ length: CHAT_LIMITS.historyOnJoin }, (_, n) => message(n + 100));

		const { messages, isReset } = mergeAfterRejoin([message(1), message(2)], page);

		expect(messages.at(0)?.id).toBe(100);
		expect(isReset).toBe(true);
	});
});

test('a message is sent, then delivered, then read, as far as the other side has come', () => {
	const readPositions = { readId: 1, deliveredId: 2 };

	expect([1, 2, 3].map((id) => deliveryStatusOf({ id }, readPositions))).toEqual([
		'read',
		'delivered',
		'sent',
	]);
	const withUndelivered = { readId: 3, deliveredId: 4, undeliveredIds: [2, 4] };
	expect([1, 2, 3, 4].map((id) => deliveryStatusOf({ id }, withUndelivered))).toEqual([
		...['read', 'sent', 'read', 'sent'],
	]);
});
