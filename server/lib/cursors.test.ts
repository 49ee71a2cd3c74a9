import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PAGING_ERRORS } from '#contract/core/errors.ts';
import { AppError } from './app-error.ts';
import { createCursor, positionId, positionTimestamp } from './cursors.ts';

const cursor = createCursor(z.tuple([positionTimestamp, z.string(), positionId]));
const encodePosition = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
	test.each([
		[0, '', 1],
		[1_795_406_933_229_123, 'ज़मीन “quoted” 🪔', 2_147_483_647],
	])('is decoded to the encoded position and needs no escaping in a URL', (...value) => {
		const sent = cursor.encode(value);

		expect(cursor.decode(sent)).toEqual(value);
		expect(sent).toMatch(/^[\w-]+$/);
	});

	test('is refused if it is invalid', () => {
		for (const sent of [
			...['', 'nonsense', '%22'],
			...[null, { 0: 1, 1: '', 2: 1 }, [1, ''], [1, '', 1, 1]].map(encodePosition),
			...[
				[-1, '', 1],
				[1e300, '', 1],
				[1.5, '', 1],
			].map(encodePosition),
			...[
				[1, '', 0],
				[1, '', 2_147_483_648],
				[1, 1, 1],
			].map(encodePosition),
		])
			expect(() => cursor.decode(sent), sent).toThrow(
				new AppError('invalid', PAGING_ERRORS.badCursor, [
					{ path: 'cursor', ...PAGING_ERRORS.badCursor },
				]),
			);
	});
});
