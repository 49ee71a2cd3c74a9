import { expect, test } from 'vitest';
import { chooseInitialSide } from './initial-side.ts';

const counts = (buyer: number, seller: number) => ({ buyer, seller });

test.each([
	['the only side with unread messages, here selling', counts(0, 2), 'buying', 'selling'],
	['the only side with unread messages, here buying', counts(1, 0), 'selling', 'buying'],
	['the side used last when both sides have unread messages', counts(1, 3), 'selling', 'selling'],
	['the side used last when neither side has unread messages', counts(0, 0), 'buying', 'buying'],
	['the side of the newest message on the first visit', counts(0, 0), undefined, 'selling'],
	[
		'the side of the newest message on the first visit, even if both sides have unread messages',
		counts(2, 2),
		undefined,
		'selling',
	],
] as const)(
	'the list of chats, for buying or selling, opens on %s',
	(_title, unread, last, side) => {
		expect(chooseInitialSide({ unread, newest: counts(40, 41), last })).toBe(side);
	},
);

test('the list of chats opens on buying for a user without chats', () => {
	const none = counts(0, 0);

	expect(chooseInitialSide({ unread: none, newest: none, last: undefined })).toBe('buying');
});
