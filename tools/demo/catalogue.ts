import { join } from 'node:path';
import type { PhotoFile } from '#server/features/photos/commands.ts';
import { CORE_BOOKS } from './catalogue/books-core.ts';
import { FIRST_YEAR_BOOKS } from './catalogue/books-first-year.ts';
import { ELECTRONICS } from './catalogue/electronics.ts';
import { ELECTRONICS_BENCH } from './catalogue/electronics-bench.ts';
import { LARGE_ESSENTIALS } from './catalogue/essentials-large.ts';
import { SMALL_ESSENTIALS } from './catalogue/essentials-small.ts';
import { EXAM_PAPERS } from './catalogue/exam-papers.ts';
import { DRAWING_INSTRUMENTS } from './catalogue/instruments-drawing.ts';
import { LAB_INSTRUMENTS } from './catalogue/instruments-lab.ts';
import { OTHER_THINGS } from './catalogue/other-things.ts';
import type { DemoItem } from './demo-item.ts';

/** All items of the demo, newest first. */
export const CATALOGUE: readonly DemoItem[] = [
	...ELECTRONICS,
	...ELECTRONICS_BENCH,
	...FIRST_YEAR_BOOKS,
	...CORE_BOOKS,
	...EXAM_PAPERS,
	...DRAWING_INSTRUMENTS,
	...LAB_INSTRUMENTS,
	...LARGE_ESSENTIALS,
	...SMALL_ESSENTIALS,
	...OTHER_THINGS,
].sort((one, other) => one.ageHours - other.ageHours);

export const PICTURES_FOLDER = join(import.meta.dirname, 'pictures');

/** A picture of the demo, as input for the photo pipeline. */
export function pictureFile(name: string): PhotoFile {
	return { name, path: join(PICTURES_FOLDER, name) };
}
