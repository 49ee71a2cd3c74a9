import { describe, expect, test } from 'vitest';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import {
	chatPhotoUrl,
	hashOfFileName,
	hashOfPhotoUrl,
	isSignedFor,
	photoUrl,
	readChatPhotoUrl,
} from './photo-urls.ts';

const HASH = '0123456789abcdef'.repeat(4);
const now = new Date('2026-08-01T10:00:00Z');
const secrets: Secrets = ['a secret of at least thirty-two letters'];
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

function signatureOf(address: string): Record<string, string> {
	return Object.fromEntries(new URL(address, 'http://market.test').searchParams);
}

describe('the URL of a photo', () => {
	test('is root-relative, or absolute with a public origin', () => {
		expect(photoUrl(HASH)).toBe(`/photos/${HASH}-1600.webp`);
		expect(photoUrl(HASH, { publicUrl: 'https://market.test' })).toBe(
			`https://market.test/photos/${HASH}-1600.webp`,
		);
	});

	test('identifies its photo with any host, width and query, and no other address or file name does', () => {
		for (const address of [
			`/photos/${HASH}-1600.webp`,
			`/photos/${HASH}-320.webp`,
			`https://market.test/photos/${HASH}-640.webp`,
			`http://127.0.0.1:3000/photos/${HASH}-1600.webp?until=1&sig=x`,
		])
			expect(hashOfPhotoUrl(address), address).toBe(HASH);
		for (const address of [
			'',
			'http://',
			`/photos/${HASH}.webp`,
			`/photos/${HASH}-1601.webp`,
			`/other/photos/${HASH}-1600.webp`,
			`/photos/../photos/${HASH.toUpperCase()}-1600.webp`,
			`/photos/${HASH}-1600.webp/more`,
			`javascript:/photos/${HASH}-1600.jpg`,
		])
			expect(hashOfPhotoUrl(address), address).toBeUndefined();
		for (const name of [`../${HASH}-320.webp`, `${HASH}-320.webp\n`])
			expect(hashOfFileName(name)).toBeUndefined();
	});
});

describe('a signed photo URL', () => {
	const address = photoUrl(HASH, { signed: { secrets, now } });

	test('gives access to its photo in every width for ten minutes', () => {
		const signature = signatureOf(address);

		expect(isSignedFor(HASH, signature, { secrets, now })).toBe(true);
		expect(isSignedFor(HASH, signature, { secrets, now: minutesLater(9.9) })).toBe(true);
		expect(isSignedFor(HASH, signature, { secrets, now: minutesLater(10) })).toBe(false);
		const narrow = photoUrlAt(address, 320);
		expect(narrow).toContain(`/photos/${HASH}-320.webp?until=`);
		expect(isSignedFor(HASH, signatureOf(narrow), { secrets, now })).toBe(true);
	});

	test('gives no access to another photo, with a changed expiry time, with the signature of another secret or with a malformed query', () => {
		const signature = signatureOf(address);
		const longer = { ...signature, until: String(Number(signature.until) + 60) };

		expect(isSignedFor('f'.repeat(64), signature, { secrets, now })).toBe(false);
		expect(isSignedFor(HASH, longer, { secrets, now })).toBe(false);
		expect(
			isSignedFor(HASH, signature, { secrets: ['another secret of thirty-two letters'], now }),
		).toBe(false);
		for (const query of [
			{},
			{ until: '99999999999' },
			{ until: '99999999999', sig: '' },
			{ until: ['1', '2'], sig: ['x'] },
			{ until: '-1', sig: 'x' },
		])
			expect(isSignedFor(HASH, query, { secrets, now })).toBe(false);
	});
});

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
