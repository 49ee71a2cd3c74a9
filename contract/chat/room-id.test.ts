import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRoomId, parseRoomId } from './room-id.ts';

const anyId = fc.integer({ min: 1, max: 2_147_483_647 });

test('a room id is made of item id and buyer id and is parsed back to them', () => {
	expect(formatRoomId({ itemId: 7, buyerId: 12 })).toBe('7-12');
	fc.assert(
		fc.property(fc.record({ itemId: anyId, buyerId: anyId }), (room) => {
			expect(parseRoomId(formatRoomId(room))).toEqual(room);
		}),
	);
});

test('spaces in a room id are ignored', () => {
	expect(parseRoomId(' 7 - 12\n')).toEqual({ itemId: 7, buyerId: 12 });
});

test.each([
	undefined,
	7,
	{ itemId: 7, buyerId: 12 },
	'',
	'7-',
	'7-12-3',
	'0-12',
	'07-12',
	'7-x',
	'2147483648-1',
	'1-2147483648',
])('%j is not a room id', (sent) => {
	expect(parseRoomId(sent)).toBeUndefined();
});

test('parsing a room id never throws', () => {
	fc.assert(
		fc.property(fc.anything(), (sent) => {
			const room = parseRoomId(sent);
			if (room) expect(Math.min(room.itemId, room.buyerId)).toBeGreaterThan(0);
		}),
	);
});
