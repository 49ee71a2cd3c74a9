import { describe, expect, test } from 'vitest';
import { findLinks, splitLinks } from './links.ts';

describe('splitting a message into text and links', () => {
	test('keeps the whole text in order and finds web addresses', () => {
		const text = 'See https://example.com/a?b=c, or\nexample.com. Bye';

		const parts = splitLinks(text);

		expect(parts.map((part) => part.text).join('')).toBe(text);
		expect(findLinks(text).map(({ href }) => href)).toEqual([
			'https://example.com/a?b=c',
			'https://example.com/',
		]);
	});

	test('turns email addresses and phone numbers into links', () => {
		const links = findLinks('asha@example.com or tel:919876543210');

		expect(links.map(({ href }) => href)).toEqual(['mailto:asha@example.com', 'tel:919876543210']);
	});

	test.each([
		'javascript:alert(1)',
		'JaVaScRiPt://example.com/%0aalert(1)',
		'data:text/html,<script>alert(1)</script>',
		'ftp://example.com/file',
		'file:///etc/passwd',
		'vbscript:msgbox',
	])('makes no link with another scheme: %s', (text) => {
		for (const { href } of findLinks(text)) expect(href).toMatch(/^(https?|mailto|tel):/);
	});

	test('makes no link of an address with a user name, which hides the real host', () => {
		expect(findLinks('https://bank.example@evil.example/')).toEqual([]);
	});

	test('shows the real host in punycode where letters of another script imitate Latin ones', () => {
		const [link] = findLinks('https://gооgle.com/');

		expect(link?.href).toMatch(/^https:\/\/xn--/);
		expect(link?.text).toBe(link?.href);
	});

	test('makes no link where a new sentence starts without a space after the full stop', () => {
		expect(findLinks('Thanks.How are you?')).toEqual([]);
	});
});
