import { expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { itemErrorMessage } from './item-error-message.ts';

const addMessage = (error: Error | null) => itemErrorMessage(error, 'add');
const editMessage = (error: Error | null) => itemErrorMessage(error, 'edit');

test('an error with a message from the server shows that message', () => {
	expect(addMessage(new ApiError(409, { message: ITEM_ERRORS.alreadySold.message }))).toBe(
		'this product is sold',
	);
});

test('an error without a message shows the form’s own message', () => {
	expect(addMessage(new ApiError(500))).toBe('Failed to add item.');
	expect(editMessage(new ApiError(500))).toBe('Failed to update item.');
});

test('a response that is not JSON is quoted by the form for a new item, but not by the edit form', () => {
	const noJson = new ApiError(502, { receivedText: '<html>Bad Gateway' });

	expect(addMessage(noJson)).toBe('Expected JSON, but received: <html>Bad Gateway');
	expect(editMessage(noJson)).toBe('Failed to update item.');
});

test('a lost connection shows the message for a failed request', () => {
	expect(addMessage(new TypeError('No connection'))).toBe(
		'Something went wrong. Please try again.',
	);
});

test('an upload cancelled by the user shows no error', () => {
	expect(addMessage(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
	expect(addMessage(null)).toBeUndefined();
});
