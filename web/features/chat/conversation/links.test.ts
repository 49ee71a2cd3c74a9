import { describe, expect, test } from 'vitest';
import { findLinks, splitLinks } from './links.ts';

describe('links in a chat message', () => {
	test('splitting a message keeps the whole text in order and finds web addresses', () => {
		const text = 'See https://example.com/a?b=c, or\nexample.com. Bye';

		const parts = splitLinks(text);

		expect(parts.map((part) => part.text).join('')).toBe(text);
		expect(findLinks(text).map(({ href }) => href)).toEqual([
			'https://example.com/a?b=c',
			'https://example.com/',
		]);
	});

	test.each(['।', '॥', '…', '۔', '。', '.', ',', ')'])('a link ends before %s', (mark) => {
		const text = `Look: https://example.com/a/b${mark} Or example.com${mark}`;

		const parts = splitLinks(text);

		expect(parts.map((part) => part.text).join('')).toBe(text);
		for (const { text: shown, start } of parts) expect(text.startsWith(shown, start)).toBe(true);
		expect(findLinks(text).map(({ href }) => href)).toEqual([
			'https://example.com/a/b',
			'https://example.com/',
		]);
	});

	test('email addresses and “tel:” addresses become links', () => {
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
	])('no link has a scheme other than http, https, mailto and tel: %s', (text) => {
		for (const { href } of findLinks(text)) expect(href).toMatch(/^(https?|mailto|tel):/);
	});

	test('a web address with a user name, which hides the real host, does not become a link', () => {
		expect(findLinks('https://bank.example@evil.example/')).toEqual([]);
	});

	test('a host name with letters that imitate Latin letters is shown in punycode', () => {
		const [link] = findLinks('https://gооgle.com/');

		expect(link?.href).toMatch(/^https:\/\/xn--/);
		expect(link?.text).toBe(link?.href);
	});

	test('a sentence that starts without a space after a full stop does not become a link', () => {
		expect(findLinks('Thanks.How are you?')).toEqual([]);
	});
});
