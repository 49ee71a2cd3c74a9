import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { visibleUnsent } from './shown-last.ts';

const written = {
	clientId: 'a',
	text: 'Is it there?',
	writtenAt: Date.parse('2026-11-20T10:00:00Z'),
};
const before = { createdAt: '2026-11-20T09:00:00.000Z' };
const afterwards = { createdAt: '2026-11-20T11:00:00.000Z' };

describe('the row of a chat shows', () => {
	test('a waiting message, even after newer messages', () => {
		expect(visibleUnsent(written, before)).toBe(written);
		expect(visibleUnsent(written, afterwards)).toBe(written);
	});

	test('a rejected message, until a newer message arrives', () => {
		const refused = { ...written, refusal: CHAT_MESSAGES.closed };

		expect(visibleUnsent(refused, before)).toBe(refused);
		expect(visibleUnsent(refused, afterwards)).toBeUndefined();
	});

	test('no unsent message when everything is sent', () => {
		expect(visibleUnsent(undefined, before)).toBeUndefined();
	});
});
