import { expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { sendChange } from './send-change.ts';

const CONFLICT = new ApiError(409, { message: 'The user is banned already.' });
const TOO_MANY = new ApiError(429, REQUEST_ERRORS.tooMany);
const NO_ANSWER = new TypeError('Failed to fetch');

const sendRejected = (key: string, error: Error) => sendChange(key, () => Promise.reject(error));

test('a change whose answer was lost counts as made when a later attempt meets a conflict, even after a refusal for too many requests', async () => {
	const key = 'users/1/Ban';
	await expect(sendRejected(key, NO_ANSWER)).rejects.toBe(NO_ANSWER);
	await expect(sendRejected(key, TOO_MANY)).rejects.toBe(TOO_MANY);

	const reply = await sendRejected(key, CONFLICT);

	expect(reply).toEqual({ message: CONFLICT.message });
	await expect(sendRejected(key, CONFLICT)).rejects.toBe(CONFLICT);
});

test('after a lost answer and a successful second attempt, a later conflict counts as a refusal', async () => {
	const key = 'users/2/Ban';
	await expect(sendRejected(key, NO_ANSWER)).rejects.toBe(NO_ANSWER);
	await sendChange(key, async () => ({ message: 'Banned.' }));

	await expect(sendRejected(key, CONFLICT)).rejects.toBe(CONFLICT);
});
