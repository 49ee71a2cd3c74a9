import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from './catalogue.ts';
import { drawPicture } from './draw.ts';

/**
 * Draws every item's pictures into the folder given, as `{item}-{picture}`, and prints an item's number when its pictures
 * are there. A process of its own: the server refuses to read SVG, for itself as a whole.
 */
const [folder = '.'] = process.argv.slice(2);
for (const [item, { pictures }] of CATALOGUE.entries()) {
	await Promise.all(
		pictures.map(async (picture, index) =>
			writeFile(join(folder, `${item}-${index}`), await drawPicture(picture)),
		),
	);
	process.stdout.write(`${item}\n`);
}
