import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATEGORIES } from '#contract/item-facts.ts';
import { CATALOGUE } from '#ops/demo/catalogue.ts';
import { drawPicture } from '#ops/demo/draw.ts';

/**
 * Draws some covers of the demo into the folder given, as `{category}-{number}`. A process of its own: the server refuses
 * to read SVG, for itself as a whole.
 */
const [folder = '.', perCategory = '1'] = process.argv.slice(2);
for (const category of CATEGORIES) {
	const covers = CATALOGUE.filter((item) => item.category === category)
		.flatMap(({ pictures }) => pictures.slice(0, 1))
		.slice(0, Number(perCategory));
	for (const [number, cover] of covers.entries()) {
		await writeFile(join(folder, `${category}-${number}`), await drawPicture(cover));
	}
}
