import { expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { itemErrorMessage } from './item-error-message.ts';

const addMessage = (error: Error | null) => itemErrorMessage(error, 'add');
const editMessage = (error: Error | null) => itemErrorMessage(error, 'edit');

test('the server is quoted when it says why', () => {
	expect(addMessage(new ApiError(409, { message: ITEM_MESSAGES.alreadySold }))).toBe(
		'this product is sold',
	);
});

test('a refusal without words gets the words of the form', () => {
	expect(addMessage(new ApiError(500))).toBe('Failed to add item.');
	expect(editMessage(new ApiError(500))).toBe('Failed to update item.');
});

test('an answer that is no JSON is shown as it came on the form for a new item alone', () => {
	const noJson = new ApiError(502, { receivedText: '<html>Bad Gateway' });

	expect(addMessage(noJson)).toBe('Expected JSON, but received: <html>Bad Gateway');
	expect(editMessage(noJson)).toBe('Failed to update item.');
});

test('a lost connection is told as such', () => {
	expect(addMessage(new TypeError('No connection'))).toBe(
		'Something went wrong. Please try again.',
	);
});

test('who stops an upload is told nothing', () => {
	expect(addMessage(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
	expect(addMessage(null)).toBeUndefined();
});
