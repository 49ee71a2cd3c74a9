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
		photos: [],
		...overrides,
	};
}

function ids(messages: readonly StoredMessage[]): number[] {
	return messages.map(({ id }) => id);
}

describe('merging an incoming message', () => {
	test('messages are ordered by id, not by arrival', () => {
		const messages = mergeMessage(mergeMessage([message(1)], message(3)), message(2));

		expect(ids(messages)).toEqual([1, 2, 3]);
	});

	test('a message with a known id is not added again', () => {
		expect(mergeMessage([message(1)], message(1))).toHaveLength(1);
	});

	test('a message with a known client id is not added again', () => {
		const known = [message(1, { clientId: 'a' })];

		expect(mergeMessage(known, message(2, { clientId: 'a' }))).toHaveLength(1);
	});

	test('a newer copy of a message replaces the known copy', () => {
		const known = [message(1, { clientId: 'a', createdAt: '2026-11-20T00:00:00.000Z' })];

		expect(mergeMessage(known, message(1, { clientId: 'a' }))).toEqual([
			message(1, { clientId: 'a' }),
		]);
	});

	test('without client ids, a message with the same author, text and time is not added again', () => {
		const { createdAt } = message(1);

		expect(mergeMessage([message(1)], message(2, { message: 'm1', createdAt }))).toHaveLength(1);
	});

	test('the same text with two different client ids is kept as two messages', () => {
		const { createdAt } = message(1);
		const known = [message(1, { clientId: 'a' })];
		const twin = message(2, { message: 'm1', createdAt, clientId: 'b' });

		expect(mergeMessage(known, twin)).toHaveLength(2);
	});
});

describe('merging a page of history', () => {
	test('older messages come first, and a known message keeps its client id when the page contains it too', () => {
		const known = [message(3, { clientId: 'a' })];

		const messages = mergePage(known, [message(2), message(3)]);

		expect(ids(messages)).toEqual([2, 3]);
		expect(messages.at(-1)?.clientId).toBe('a');
	});

	test('after a reconnection, a page that overlaps the known messages is merged into the list', () => {
		const { messages, isReset } = mergeAfterRejoin(
			[message(1), message(2)],
			[message(2), message(3)],
		);

		expect(ids(messages)).toEqual([1, 2, 3]);
		expect(isReset).toBe(false);
	});

	test('when more than one page was missed before a reconnection, the page replaces the list to avoid a gap', () => {
		const page = Array.from({ length: CHAT_LIMITS.historyOnJoin }, (_, n) => message(n + 100));

		const { messages, isReset } = mergeAfterRejoin([message(1), message(2)], page);

		expect(messages.at(0)?.id).toBe(100);
		expect(isReset).toBe(true);
	});
});

test('the other person’s read and delivered positions decide whether a message counts as sent, delivered or read', () => {
	const readPositions = { readId: 1, deliveredId: 2 };

	expect([1, 2, 3].map((id) => deliveryStatusOf({ id }, readPositions))).toEqual([
		'read',
		'delivered',
		'sent',
	]);
});

test('a message that the other person never receives stays “sent”, even if later messages are delivered or read', () => {
	const withUndelivered = { readId: 3, deliveredId: 4, undeliveredIds: [2, 4] };
	expect([1, 2, 3, 4].map((id) => deliveryStatusOf({ id }, withUndelivered))).toEqual([
		'read',
		'sent',
		'read',
		'sent',
	]);
});
