import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { itemErrorMessage } from './error-text.ts';

const said = (error: Error | null) => itemErrorMessage(error, 'add');
const saidOfEdit = (error: Error | null) => itemErrorMessage(error, 'edit');

test('the server is quoted when it says why', () => {
	expect(said(new ApiError(409, { message: ITEM_MESSAGES.alreadySold }))).toBe(
		'this product is sold',
	);
});

test('a refusal without words gets the words of the form', () => {
	expect(said(new ApiError(500))).toBe('Failed to add item.');
	expect(saidOfEdit(new ApiError(500))).toBe('Failed to update item.');
});

test('an answer that is no JSON is shown as it came on the form for a new item alone', () => {
	const noJson = new ApiError(502, { received: '<html>Bad Gateway' });

	expect(said(noJson)).toBe('Expected JSON, but received: <html>Bad Gateway');
	expect(saidOfEdit(noJson)).toBe('Failed to update item.');
});

test('a lost connection is told as such', () => {
	expect(said(new TypeError('No connection'))).toBe('Something went wrong. Please try again.');
});

test('who stops an upload is told nothing', () => {
	expect(said(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
	expect(said(null)).toBeUndefined();
});
