import type { Category } from '#contract/catalogue/schemas.ts';

const category = (
	name: string,
	icon: Category['icon'],
	fields: Category['fields'] = [],
): Category => ({ name, icon, isVisible: true, fields });

/** The categories of a new installation. */
export function shownCategories(): Category[] {
	return [
		category('Electronics', 'circuit-board', [{ key: 'works', label: 'Works', kind: 'yes-no' }]),
		category('Books', 'book-open', [
			{ key: 'isbn', label: 'ISBN', kind: 'isbn' },
			{ key: 'author', label: 'Author', kind: 'text' },
		]),
		category('PYQs', 'scroll-text', [
			{ key: 'exam', label: 'Exam', kind: 'choice', choices: ['Mid-semester', 'End-semester'] },
		]),
		category('Instruments', 'drafting-compass'),
		category('Essentials', 'shopping-bag'),
		category('OTHERS', 'boxes'),
	];
}
