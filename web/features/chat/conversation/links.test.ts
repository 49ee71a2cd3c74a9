import { describe, expect, test } from 'vitest';
import { findLinks, splitLinks } from './links.ts';

describe('a message in pieces', () => {
	test('is its text, in order, with links between the words', () => {
		const text = 'See https://example.com/a?b=c, or\nexample.com. Bye';

		const parts = splitLinks(text);

		expect(parts.map((part) => part.text).join('')).toBe(text);
		expect(findLinks(text).map(({ href }) => href)).toEqual([
			'https://example.com/a?b=c',
			'https://example.com/',
		]);
	});

	test('leads to mails and telephones, too', () => {
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
	])('never leads anywhere else: %s', (text) => {
		for (const { href } of findLinks(text)) expect(href).toMatch(/^(https?|mailto|tel):/);
	});

	test('has no link that hides its host behind a name', () => {
		expect(findLinks('https://bank.example@evil.example/')).toEqual([]);
	});

	test('shows the address that other letters really lead to', () => {
		const [link] = findLinks('https://gооgle.com/');

		expect(link?.href).toMatch(/^https:\/\/xn--/);
		expect(link?.text).toBe(link?.href);
	});

	test('takes a sentence that begins without a space for words', () => {
		expect(findLinks('Thanks.How are you?')).toEqual([]);
	});
});
