import { expect, test } from 'vitest';
import type { Secrets } from '#server/lib/secrets.ts';
import { chatPhotoUrl, readChatPhotoUrl } from './chat-photo-urls.ts';

const SECRETS: Secrets = ['newest', 'older'];
const HOUR_MS = 3_600_000;
const START = new Date('2026-11-25T00:00:00Z');
const after = (ms: number) => new Date(START.getTime() + ms);

function urlAt(now: Date, secrets = SECRETS): URL {
	const url = chatPhotoUrl(7, { userId: 12 }, { secrets, now });
	return new URL(url, 'https://market.example');
}

function readAt(url: URL, now: Date, secrets = SECRETS) {
	const query = Object.fromEntries(url.searchParams);
	return readChatPhotoUrl(url.pathname.split('/').at(-1) ?? '', query, { secrets, now });
}

test('the URL of a chat photo contains the photo id, the viewer and the end of its validity', () => {
	expect(readAt(urlAt(START), START)).toEqual({
		id: 7,
		width: 1600,
		viewer: { userId: 12 },
		remainingSeconds: 24 * 3600,
	});
});

test('the URL of a chat photo is the same for half a day, and always valid for more than twelve hours', () => {
	const late = after(12 * HOUR_MS - 1000);

	expect(urlAt(late).href).toBe(urlAt(START).href);
	expect(readAt(urlAt(late), late)?.remainingSeconds).toBe(12 * 3600 + 1);
	expect(urlAt(after(12 * HOUR_MS)).href).not.toBe(urlAt(START).href);
});

test('the URL of a chat photo is valid for at most a day', () => {
	expect(readAt(urlAt(START), after(24 * HOUR_MS - 1000))).toBeDefined();
	expect(readAt(urlAt(START), after(24 * HOUR_MS))).toBeUndefined();
});

test('the URL of a chat photo in a report is valid for at most twenty minutes', () => {
	const url = chatPhotoUrl(7, { reportId: 3 }, { secrets: SECRETS, now: START });
	const parsed = new URL(url, 'https://market.example');

	expect(readAt(parsed, START)).toMatchObject({ viewer: { reportId: 3 }, remainingSeconds: 1200 });
});

test('the URL of a chat photo is valid with the signature of an older secret, and not with that of an unknown secret', () => {
	expect(readAt(urlAt(START, ['older']), START)).toBeDefined();
	expect(readAt(urlAt(START, ['unknown']), START)).toBeUndefined();
});

test.each([
	['a photo id that is not a number', 'x-1600.webp'],
	['an unknown width', '7-100.webp'],
	['another kind of file', '7-1600.png'],
	['a path', '..%2F7-1600.webp'],
])('a file name with %s is not accepted in the URL of a chat photo', (_what, name) => {
	const query = Object.fromEntries(urlAt(START).searchParams);

	expect(readChatPhotoUrl(name, query, { secrets: SECRETS, now: START })).toBeUndefined();
});
