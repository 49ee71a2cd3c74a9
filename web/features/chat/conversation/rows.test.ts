import { describe, expect, test } from 'vitest';
import type { StoredMessage } from '#web/features/chat/engine/messages.ts';
import { buildRows } from './rows.ts';

const ME = 7;
const OTHER = 8;
/** In the college's time zone. */
const NOW = new Date('2026-11-20T15:00+05:30');
const NO_POSITIONS = { readId: 0, deliveredId: 0 };

function message(
	id: number,
	userId: number,
	text: string,
	at = new Date(NOW.getTime() + id * 60_000),
) {
	const createdAt = at.toISOString();
	const writer = { userId, senderId: userId };
	return { id, message: text, photos: [], ...writer, timestamp: createdAt, createdAt };
}

function rows(messages: StoredMessage[]) {
	return buildRows({ messages, unsent: [], readPositions: NO_POSITIONS }, ME, NOW);
}

describe('rows of a conversation', () => {
	test('the date is shown above the first message of each day', () => {
		const days = rows([
			message(1, ME, 'a', new Date('2026-11-18T23:59+05:30')),
			message(2, ME, 'b', new Date('2026-11-19T00:01+05:30')),
			message(3, ME, 'c', new Date('2026-11-20T00:01+05:30')),
			message(4, ME, 'd', new Date('2026-11-20T00:02+05:30')),
		]).map(({ day }) => day);

		expect(days).toEqual(['18 November 2026', 'Yesterday', 'Today', undefined]);
	});

	test('a new run of messages starts when the author changes', () => {
		const firsts = rows([
			message(1, ME, 'a'),
			message(2, ME, 'b'),
			message(3, OTHER, 'c'),
			message(4, ME, 'd'),
		]).map(({ isFirstOfRun }) => isFirstOfRun);

		expect(firsts).toEqual([true, false, true, true]);
	});

	test('messages of one author within a minute form a group, which shows time and status on its last message', () => {
		const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
		const chatRows = rows([
			message(1, ME, 'a', at(0)),
			message(2, ME, 'b', at(30)),
			message(3, ME, 'c', at(59)),
			message(4, ME, 'd', at(61)),
			message(5, OTHER, 'e', at(62)),
			message(6, OTHER, 'f', at(70)),
		]);

		expect(chatRows.map(({ isGrouped }) => isGrouped)).toEqual([
			false,
			true,
			true,
			false,
			false,
			true,
		]);
		expect(chatRows.map(({ isLastOfGroup }) => isLastOfGroup)).toEqual([
			false,
			false,
			true,
			true,
			false,
			true,
		]);
	});

	test('a message that is never delivered does not join a group, because its status stays "sent"', () => {
		const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
		const messages = [1, 2, 3, 4].map((id) => message(id, ME, String(id), at(id)));
		const readPositions = { readId: 4, deliveredId: 4, undeliveredIds: [2] };
		const chatRows = buildRows({ messages, unsent: [], readPositions }, ME, NOW);

		expect(chatRows.map(({ isGrouped }) => isGrouped)).toEqual([false, false, false, true]);
		expect(chatRows.map(({ deliveryStatus }) => deliveryStatus)).toEqual([
			'read',
			'sent',
			'read',
			'read',
		]);
	});

	test('messages before and after midnight are not grouped', () => {
		const chatRows = rows([
			message(1, ME, 'a', new Date('2026-11-19T23:59:50+05:30')),
			message(2, ME, 'b', new Date('2026-11-20T00:00:10+05:30')),
		]);

		expect(chatRows.map(({ isLastOfGroup }) => isLastOfGroup)).toEqual([true, true]);
	});

	test('unsent messages are not grouped, so that each shows its own time', () => {
		const unsent = [
			{ clientId: 'a', text: 'one', writtenAt: NOW.getTime() + 1 },
			{
				clientId: 'b',
				text: 'two',
				writtenAt: NOW.getTime() + 2,
				error: { code: 'chat/closed', message: 'No.' },
			},
		];

		const chatRows = buildRows(
			{ messages: [message(1, ME, 'x', NOW)], unsent, readPositions: NO_POSITIONS },
			ME,
			NOW,
		);

		expect(chatRows.map(({ isLastOfGroup }) => isLastOfGroup)).toEqual([true, true, true]);
	});

	test('each kind of scam warning is shown once per run, to the recipient and never to the author', () => {
		const warnings = rows([
			message(1, OTHER, 'send the OTP'),
			message(2, OTHER, 'scan it now'),
			message(3, OTHER, 'see https://example.com'),
			message(4, ME, 'no OTP from me'),
			message(5, OTHER, 'then an advance'),
		]).map((row) => row.warnings);

		expect(warnings).toEqual([['payment'], [], ['link'], [], ['payment']]);
	});

	test('unsent messages come last, without a status if the server has rejected them', () => {
		const unsent = [
			{ clientId: 'a', text: 'one', writtenAt: NOW.getTime() },
			{
				clientId: 'b',
				text: 'two',
				writtenAt: NOW.getTime() + 1,
				error: { code: 'chat/closed', message: 'No.' },
			},
		];

		const chatRows = buildRows(
			{ messages: [message(1, OTHER, 'x')], unsent, readPositions: NO_POSITIONS },
			ME,
			NOW,
		);

		expect(chatRows.map(({ key, deliveryStatus }) => [key, deliveryStatus])).toEqual([
			['1', undefined],
			['a', 'sending'],
			['b', undefined],
		]);
	});
});
