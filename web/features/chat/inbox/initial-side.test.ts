import { expect, test } from 'vitest';
import { chooseInitialSide } from './initial-side.ts';

const counts = (buyer: number, seller: number) => ({ buyer, seller });

test.each([
	['the side with something unread, whatever was used last', counts(0, 2), 'buying', 'selling'],
	['the side with something unread, whatever was used last', counts(1, 0), 'selling', 'buying'],
	['the side used last where both have something unread', counts(1, 3), 'selling', 'selling'],
	['the side used last where neither has', counts(0, 0), 'buying', 'buying'],
	['the side of the newest message at first', counts(0, 0), undefined, 'selling'],
	['the side of the newest message at first', counts(2, 2), undefined, 'selling'],
] as const)('chats open on %s', (_title, unread, last, side) => {
	expect(chooseInitialSide({ unread, newest: counts(40, 41), last })).toBe(side);
});

test('who has no chats at all begins with buying', () => {
	const none = counts(0, 0);

	expect(chooseInitialSide({ unread: none, newest: none, last: undefined })).toBe('buying');
});
