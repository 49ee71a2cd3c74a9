import { describe, expect, test } from 'vitest';
import { parseImageUrls } from '#contract/items/image-urls.ts';
import { photosOf } from './shown-photo.ts';

const COVER = '/photos/aa-1600.webp';
const SECOND = 'https://market.example/photos/bb-1600.webp';

describe('Parsing of imageUrl', () => {
	test.each([
		['a list', [COVER, SECOND]],
		['a list as JSON text', JSON.stringify([COVER, SECOND])],
		['JSON text within JSON text', JSON.stringify(JSON.stringify([COVER, SECOND]))],
		['malformed text that contains addresses', `["${COVER}", '${SECOND}"`],
		['a list in braces', `{${COVER},${SECOND}}`],
	])('two photo addresses are parsed from %s', (_, sent) => {
		expect(parseImageUrls(sent)).toEqual([COVER, SECOND]);
	});

	test('one photo address is parsed from a plain string', () => {
		expect(parseImageUrls(SECOND)).toEqual([SECOND]);
	});

	test.each([[undefined], [null], [''], ['no address at all'], [42], [{}]])(
		'no photo address is parsed from %j',
		(sent) => {
			expect(parseImageUrls(sent)).toEqual([]);
		},
	);
});

test('an item’s `photos` with known sizes take precedence over `imageUrl`', () => {
	const photo = { url: COVER, width: 960, height: 720, thumbhash: '' };

	expect(photosOf({ photos: [photo], imageUrl: [SECOND] })).toEqual([photo]);
	expect(photosOf({ photos: [], imageUrl: [SECOND] })).toEqual([{ url: SECOND }]);
});
