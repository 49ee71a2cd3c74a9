import type { InitialCategory } from '#contract/catalogue/facts.ts';
import { BOOKS, PYQS } from './books-vocabulary.ts';
import { ELECTRONICS, INSTRUMENTS } from './devices-vocabulary.ts';
import { ESSENTIALS, OTHERS } from './essentials-vocabulary.ts';
import type { Vocabulary } from './vocabulary-type.ts';

/** The words of which titles are made, by category. */
export const VOCABULARY: Record<InitialCategory, Vocabulary> = {
	Books: BOOKS,
	PYQs: PYQS,
	Electronics: ELECTRONICS,
	Instruments: INSTRUMENTS,
	Essentials: ESSENTIALS,
	OTHERS,
};
