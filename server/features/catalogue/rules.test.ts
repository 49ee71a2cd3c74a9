import { expect, test } from 'vitest';
import { categoriesInTheWay } from './rules.ts';

const category = (id: number, name: string) => ({ id, name });
const STORED = [category(1, 'Books'), category(2, 'Maps'), category(3, 'Tools')];

test('conflicts between new category names and stored names of other categories are found regardless of letter case', () => {
	const swapped = [category(1, 'maps'), category(2, 'BOOKS'), category(3, 'TOOLS')];

	expect(categoriesInTheWay(STORED, swapped).map(({ id }) => id)).toEqual([1, 2]);
	expect(categoriesInTheWay(STORED, STORED)).toEqual([]);
});
