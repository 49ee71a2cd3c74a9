import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { byId, codePointLength, id, idWithMessage, text } from './schemas.ts';

describe('an id', () => {
	test.each([
		[1, 1],
		['1', 1],
		['2147483647', 2_147_483_647],
		[2_147_483_647, 2_147_483_647],
	])('the id %j is accepted as %d', (sent, read) => {
		expect(z.parse(id, sent)).toBe(read);
		expect(z.parse(idWithMessage('No.'), sent)).toBe(read);
	});

	test.each([
		'',
		'0',
		0,
		-1,
		'-1',
		'+1',
		'01',
		' 1',
		'1 ',
		'1.0',
		'1e3',
		'0x1',
		1.5,
		2_147_483_648,
		'2147483648',
		'99999999999',
		Number.NaN,
		null,
		undefined,
		[1],
		true,
	])('%j as an id is refused with the given message', (sent) => {
		expect(z.safeParse(byId, { id: sent }).error?.issues).toMatchObject([
			{ path: ['id'], message: REQUEST_ERRORS.badId.message },
		]);
		expect(z.safeParse(idWithMessage('No.'), sent).error?.issues).toMatchObject([
			{ message: 'No.' },
		]);
	});
});

describe('a text field', () => {
	const shortText = text(2, 4, 'Two to four.');

	test.each([
		['ab', 'ab'],
		['  abcd  ', 'abcd'],
		['🎒🎒🎒🎒', '🎒🎒🎒🎒'],
		['a\ud800', 'a\ufffd'],
		['a\r\nb', 'a\nb'],
		['a\rb\r\n', 'a\nb'],
		['a\n\nb', 'a\n\nb'],
	])('the text %j is parsed as %j', (sent, kept) => {
		expect(z.parse(shortText, sent)).toBe(kept);
	});

	test.each(['', 'a', ' a ', 'abcde', '🎒', '🎒🎒🎒🎒🎒', undefined, null, 5, ['ab']])(
		'the text %j is refused: too short, too long or not a string',
		(sent) => {
			expect(z.safeParse(shortText, sent).error?.issues).toMatchObject([
				{ message: 'Two to four.' },
			]);
		},
	);

	test.each([
		'\u200b\u200b',
		'\u3164\u3164',
		'\u00ad \u00ad',
		'\u202e\u202d',
		'\u2800\u2800',
		'\u{1d159}\u{1d159}',
		'\ufeff\u200d\ufe0f',
	])('the text %j has only invisible characters and counts as empty', (sent) => {
		expect(z.safeParse(shortText, sent).error?.issues).toMatchObject([{ message: 'Two to four.' }]);
		expect(z.parse(text(0, 4, 'Up to four.'), sent)).toBe('');
	});

	test.each(['क्\u200dष', 'می\u200cخ', '👩\u200d🎓', '❤\ufe0f', 'a\u00adb'])(
		'the text %j keeps its joiners and variation selectors',
		(sent) => {
			expect(z.parse(shortText, sent)).toBe(sent);
		},
	);

	test('a text of only a NUL character is refused as not storable', () => {
		expect(z.safeParse(shortText, '\0').error?.issues[0]?.message).toBe(
			REQUEST_ERRORS.badText.message,
		);
	});

	test('a parsed text is always storable in the database', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (sent) => {
				const { data } = z.safeParse(text(0, 10, 'Up to ten.'), sent);
				if (data === undefined) return;
				expect(data.isWellFormed()).toBe(true);
				expect(data).not.toContain('\0');
				expect(data).toBe(data.trim());
				expect(codePointLength(data)).toBeLessThanOrEqual(10);
			}),
		);
	});
});
