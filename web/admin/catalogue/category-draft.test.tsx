import { describe, expect, test } from 'vitest';
import { keyFromLabel, unusedKey } from './category-draft.ts';

describe('Key of a category’s detail field', () => {
	test.each([
		['ISBN number', 'isbnNumber'],
		['2 wheeler type', 'wheelerType'],
		['Édition (année)', 'editionAnnee'],
		['3D', 'd'],
	])('the label %s gives the key %s', (label, key) => {
		expect(keyFromLabel(label, 'field1')).toBe(key);
	});

	test('a label without Latin letters gets a numbered key that no other field has', () => {
		expect(keyFromLabel('संस्करण', unusedKey(['field1', 'edition']))).toBe('field2');
	});
});
