import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { itemFailure } from './item-failure.ts';

const said = (error: Error | null) => itemFailure(error, ITEM_MESSAGES.addFailed);

test('the server is quoted when it says why', () => {
	expect(said(new ApiError(409, { message: ITEM_MESSAGES.alreadySold }))).toBe(
		'this product is sold',
	);
});

test('a refusal without words gets the words of the form', () => {
	expect(said(new ApiError(500))).toBe('Failed to add item.');
});

test('an answer that is no JSON is shown as it came', () => {
	expect(said(new ApiError(502, { received: '<html>Bad Gateway' }))).toBe(
		'Expected JSON, but received: <html>Bad Gateway',
	);
});

test('a lost connection is told as such', () => {
	expect(said(new TypeError('No connection'))).toBe('Something went wrong. Please try again.');
});

test('who stops an upload is told nothing', () => {
	expect(said(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
	expect(said(null)).toBeUndefined();
});
