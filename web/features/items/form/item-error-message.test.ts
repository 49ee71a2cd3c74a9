import { expect, test } from 'vitest';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { itemErrorMessage } from './item-error-message.ts';

const addMessage = (error: Error | null) => itemErrorMessage(error, 'add');
const editMessage = (error: Error | null) => itemErrorMessage(error, 'edit');

test('the item form shows the message of the server for an error', () => {
	expect(addMessage(new ApiError(409, { message: ITEM_ERRORS.alreadySold.message }))).toBe(
		'this product is sold',
	);
});

test('the item form shows its own message for an error without a message', () => {
	expect(addMessage(new ApiError(500))).toBe('Failed to add item.');
	expect(editMessage(new ApiError(500))).toBe('Failed to update item.');
});

test('a response that is not JSON is quoted by the form for a new item, but not by the edit form', () => {
	const noJson = new ApiError(502, { receivedText: '<html>Bad Gateway' });

	expect(addMessage(noJson)).toBe('Expected JSON, but received: <html>Bad Gateway');
	expect(editMessage(noJson)).toBe('Failed to update item.');
});

test('when the connection is lost, the item form asks the user to try again', () => {
	expect(addMessage(new TypeError('No connection'))).toBe(
		'Something went wrong. Please try again.',
	);
});

test('the item form shows no error for an upload that the user cancelled', () => {
	expect(addMessage(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
	expect(addMessage(null)).toBeUndefined();
});
