import { describe, expect, test } from 'vitest';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { visibleUnsent } from './visible-unsent.ts';

const unsent = {
	clientId: 'a',
	text: 'Is it there?',
	writtenAt: Date.parse('2026-11-20T10:00:00Z'),
};
const olderMessage = { createdAt: '2026-11-20T09:00:00.000Z' };
const newerMessage = { createdAt: '2026-11-20T11:00:00.000Z' };

describe('unsent message in the row of a chat', () => {
	test('the row of a chat shows a message that waits to be sent, even if another message is newer', () => {
		expect(visibleUnsent(unsent, olderMessage)).toBe(unsent);
		expect(visibleUnsent(unsent, newerMessage)).toBe(unsent);
	});

	test('the row of a chat shows a rejected message until a newer message arrives', () => {
		const refused = { ...unsent, error: CHAT_ERRORS.closed };

		expect(visibleUnsent(refused, olderMessage)).toBe(refused);
		expect(visibleUnsent(refused, newerMessage)).toBeUndefined();
	});

	test('the row of a chat shows no unsent message when every message is sent', () => {
		expect(visibleUnsent(undefined, olderMessage)).toBeUndefined();
	});
});
