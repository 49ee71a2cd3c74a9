import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseImageUrls } from './image-urls.ts';

const COVER = 'https://market.example/photos/ab12-1600.webp';
const SECOND = '/photos/cd34-1600.webp';

describe('parsing image URLs in the formats of all clients', () => {
	test.each([
		['a list', [COVER, SECOND]],
		['a list as JSON text', JSON.stringify([COVER, SECOND])],
		['a list as JSON text in JSON text', JSON.stringify(JSON.stringify([COVER, SECOND]))],
		['JSON text cut off before its end', `["${COVER}","${SECOND}"`],
		['JSON text cut off in a string', `["${COVER}","${SECOND}`],
		['JSON text with single quotes', `['${COVER}', '${SECOND}']`],
		['JSON text with escaped slashes and no end', `["${COVER}","${SECOND}`.replaceAll('/', '\\/')],
		['JSON text with escaped quotes', `[\\"${COVER}\\",\\"${SECOND}\\"]`],
		['URLs joined by commas', `${COVER},${SECOND}`],
		['URLs joined by commas and spaces', ` ${COVER} ,  ${SECOND} `],
		['URLs on separate lines', `${COVER}\n${SECOND}\n`],
		['a PostgreSQL array literal', `{${COVER},${SECOND}}`],
		['text around the URLs', `cover: ${COVER} then (${SECOND} and/or nothing`],
		['an object as JSON text', JSON.stringify({ cover: COVER, more: [SECOND] })],
		['a list with a list as text in it', [JSON.stringify([COVER]), [SECOND]]],
	])('the parser finds two image URLs, the cover first, in %s', (_form, sent) => {
		expect(parseImageUrls(sent)).toEqual([COVER, SECOND]);
	});

	test.each([
		['plain', COVER],
		['with spaces around', `  ${COVER} `],
		['as JSON text', JSON.stringify(COVER)],
		['with a comma in it', 'https://cdn.example/w_300,h_200/a.jpg'],
		['root-relative, signed', '/photos/ab12-1600.webp?until=1795000000&sig=a_b-c'],
	])('the parser returns a single image URL (%s) as the cover', (_form, sent) => {
		expect(parseImageUrls(sent)).toEqual([sent.replaceAll('"', '').trim()]);
	});

	test('the parser splits two root-relative image URLs that are joined by a comma', () => {
		expect(parseImageUrls('/photos/a.webp,/photos/b.webp')).toEqual([
			'/photos/a.webp',
			'/photos/b.webp',
		]);
	});

	test.each([
		null,
		'',
		'no photo',
		'javascript:alert(1)',
		'data:image/png;base64,AAAA',
		'//elsewhere.example/a.jpg',
		5,
		{ url: COVER },
		[null, 5, {}],
	])('the parser finds no image URL in %j', (sent) => {
		expect(parseImageUrls(sent)).toEqual([]);
	});
});

describe('parsing image URLs from any input', () => {
	const rooted = fc.stringMatching(/^[0-9a-f]{8}$/).map((hash) => `/photos/${hash}-1600.webp`);
	const address = fc.oneof(fc.webUrl({ withQueryParameters: true }), rooted);

	test('the parser returns a list of image URLs unchanged, also from JSON text', () => {
		fc.assert(
			fc.property(fc.array(address), (list) => {
				expect(parseImageUrls(list)).toEqual(list);
				expect(parseImageUrls(JSON.stringify(list))).toEqual(list);
			}),
		);
	});

	test('the parser of image URLs never throws, and returns only URLs', () => {
		fc.assert(
			fc.property(fc.oneof(fc.anything(), fc.string(), fc.json()), (sent) => {
				for (const url of parseImageUrls(sent)) expect(url).toMatch(/^(https?:\/\/|\/(?!\/))\S/i);
			}),
		);
	});

	test('the parser finds the cover in JSON text that is cut off anywhere after the cover', () => {
		const text = JSON.stringify([COVER, SECOND]);
		fc.assert(
			fc.property(fc.integer({ min: COVER.length + 2, max: text.length }), (end) => {
				expect(parseImageUrls(text.slice(0, end))[0]).toBe(COVER);
			}),
		);
	});

	test('the parser returns no image URLs for lists that are nested too deeply', () => {
		const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
		let list: unknown = COVER;
		for (let depth = 0; depth < 50_000; depth++) list = [list];

		expect(parseImageUrls(text)).toEqual([]);
		expect(parseImageUrls(list)).toEqual([]);
	});

	test('the parser finds no image URL in a text of two million commas, slashes, spaces and quotes', () => {
		expect(parseImageUrls(',/ "'.repeat(500_000))).toEqual([]);
	});
});
