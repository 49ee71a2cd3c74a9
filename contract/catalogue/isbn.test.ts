import { expect, test } from 'vitest';
import { formatIsbn, parseIsbn } from './isbn.ts';

test.each([
	['978-0-13-814757-0', '9780138147570'],
	['9780138147570', '9780138147570'],
	['0-13-814757-4', '9780138147570'],
	['0 8044 2957 X', '9780804429573'],
	['080442957x', '9780804429573'],
])('the ISBN %s is stored as %s', (typed, stored) => {
	expect(parseIsbn(typed)).toBe(stored);
});

test.each([
	'',
	'978013814757',
	'9780138147571',
	'0138147575',
	'9990138147570',
	'X804429570',
	'97801381475700',
])('"%s" is no ISBN', (typed) => {
	expect(parseIsbn(typed)).toBeUndefined();
});

test('a stored ISBN is shown with a hyphen after its prefix, and other text unchanged', () => {
	expect(formatIsbn('9780138147570')).toBe('978-0138147570');
	expect(formatIsbn('unknown')).toBe('unknown');
});
