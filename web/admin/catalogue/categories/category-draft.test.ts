import { describe, expect, test } from 'vitest';
import { keyFromLabel, unusedKey } from './category-draft.ts';

describe('the key of a detail', () => {
	test.each([
		['ISBN number', 'isbnNumber'],
		['2 wheeler type', 'wheelerType'],
		['Édition (année)', 'editionAnnee'],
		['3D', 'd'],
	])('follows its label: %s', (label, key) => {
		expect(keyFromLabel(label, 'field1')).toBe(key);
	});

	test('of a label without Latin letters is one that no other field has', () => {
		expect(keyFromLabel('संस्करण', unusedKey(['field1', 'edition']))).toBe('field2');
	});
});
