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
	test('orders messages by id, not by arrival', () => {
		const messages = mergeMessage(mergeMessage([message(1)], message(3)), message(2));

		expect(ids(messages)).toEqual([1, 2, 3]);
	});

	test('keeps one message for a repeated id', () => {
		expect(mergeMessage([message(1)], message(1))).toHaveLength(1);
	});

	test('keeps one message for a repeated client id', () => {
		const known = [message(1, { clientId: 'a' })];

		expect(mergeMessage(known, message(2, { clientId: 'a' }))).toHaveLength(1);
	});

	test('replaces a known message by its newer copy', () => {
		const known = [message(1, { clientId: 'a', createdAt: '2026-11-20T00:00:00.000Z' })];

		expect(mergeMessage(known, message(1, { clientId: 'a' }))).toEqual([
			message(1, { clientId: 'a' }),
		]);
	});

	test('keeps one message for the same author, text and time, without client ids', () => {
		const { createdAt } = message(1);

		expect(mergeMessage([message(1)], message(2, { message: 'm1', createdAt }))).toHaveLength(1);
	});

	test('keeps both messages when the same text was written twice, with two client ids', () => {
		const { createdAt } = message(1);
		const known = [message(1, { clientId: 'a' })];
		const twin = message(2, { message: 'm1', createdAt, clientId: 'b' });

		expect(mergeMessage(known, twin)).toHaveLength(2);
	});
});

describe('merging a page of history', () => {
	test('puts older messages first and keeps the client id of a message already known', () => {
		const known = [message(3, { clientId: 'a' })];

		const messages = mergePage(known, [message(2), message(3)]);

		expect(ids(messages)).toEqual([2, 3]);
		expect(messages.at(-1)?.clientId).toBe('a');
	});

	test('continues the list after a reconnection', () => {
		const { messages, isReset } = mergeAfterRejoin(
			[message(1), message(2)],
			[message(2), message(3)],
		);

		expect(ids(messages)).toEqual([1, 2, 3]);
		expect(isReset).toBe(false);
	});

	test('replaces the list after a reconnection when more than one page was missed, so that it has no gap', () => {
		const page = Array.from({ length: CHAT_LIMITS.historyOnJoin }, (_, n) => message(n + 100));

		const { messages, isReset } = mergeAfterRejoin([message(1), message(2)], page);

		expect(messages.at(0)?.id).toBe(100);
		expect(isReset).toBe(true);
	});
});

test('a message is sent, delivered or read by the other person’s read and delivered positions', () => {
	const readPositions = { readId: 1, deliveredId: 2 };

	expect([1, 2, 3].map((id) => deliveryStatusOf({ id }, readPositions))).toEqual([
		'read',
		'delivered',
		'sent',
	]);
});

test('a message that the other person never receives stays sent, even if later ones are delivered or read', () => {
	const withUndelivered = { readId: 3, deliveredId: 4, undeliveredIds: [2, 4] };
	expect([1, 2, 3, 4].map((id) => deliveryStatusOf({ id }, withUndelivered))).toEqual([
		'read',
		'sent',
		'read',
		'sent',
	]);
});
