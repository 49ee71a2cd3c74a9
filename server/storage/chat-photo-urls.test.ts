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

test('the URL of a chat photo is the same for half a day, and valid for more than twelve hours and at most a day', () => {
	const late = after(12 * HOUR_MS - 1000);

	expect(urlAt(late).href).toBe(urlAt(START).href);
	expect(readAt(urlAt(late), late)?.remainingSeconds).toBe(12 * 3600 + 1);
	expect(urlAt(after(12 * HOUR_MS)).href).not.toBe(urlAt(START).href);
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

test('a file name with another id, width, kind of file or path is not accepted in the URL of a chat photo', () => {
	const query = Object.fromEntries(urlAt(START).searchParams);

	for (const name of ['x-1600.webp', '7-100.webp', '7-1600.png', '..%2F7-1600.webp'])
		expect(readChatPhotoUrl(name, query, { secrets: SECRETS, now: START }), name).toBeUndefined();
});
