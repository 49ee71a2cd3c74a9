import { join } from 'node:path';
import type { PhotoFile } from '#server/features/photos/commands.ts';
import type { DemoItem } from './demo-item.ts';
import { CORE_BOOKS } from './items/books-core.ts';
import { FIRST_YEAR_BOOKS } from './items/books-first-year.ts';
import { ELECTRONICS } from './items/electronics.ts';
import { ELECTRONICS_BENCH } from './items/electronics-bench.ts';
import { LARGE_ESSENTIALS } from './items/essentials-large.ts';
import { SMALL_ESSENTIALS } from './items/essentials-small.ts';
import { EXAM_PAPERS } from './items/exam-papers.ts';
import { DRAWING_INSTRUMENTS } from './items/instruments-drawing.ts';
import { LAB_INSTRUMENTS } from './items/instruments-lab.ts';
import { OTHER_THINGS } from './items/other-things.ts';

/** All items of the demo, newest first. */
export const DEMO_ITEMS: readonly DemoItem[] = [
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
