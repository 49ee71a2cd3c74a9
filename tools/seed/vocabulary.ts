import type { Category } from '#contract/items/facts.ts';
import type { Vocabulary } from './vocabulary-shape.ts';
import { BOOKS, PYQS } from './words-of-books.ts';
import { ELECTRONICS, INSTRUMENTS } from './words-of-devices.ts';
import { ESSENTIALS, OTHERS } from './words-of-hostels.ts';

export const VOCABULARY: Record<Category, Vocabulary> = {
	Books: BOOKS,
	PYQs: PYQS,
	Electronics: ELECTRONICS,
	Instruments: INSTRUMENTS,
	Essentials: ESSENTIALS,
	OTHERS,
};
