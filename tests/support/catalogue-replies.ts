import type { Branch, Category, Subject } from '#contract/catalogue/schemas.ts';

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

/** All of the catalogue, with two branches and their subjects. */
export function shownCatalogue(): {
	success: true;
	categories: Category[];
	branches: Branch[];
	subjects: Subject[];
} {
	return {
		success: true,
		categories: shownCategories(),
		branches: [
			{ code: 'EC', name: 'Electronics' },
			{ code: 'ME', name: 'Mechanical' },
		],
		subjects: [
			{ code: 'EC-301', name: 'Signals and Systems', branch: 'EC', semester: 3 },
			{ code: 'EC-402', name: 'Analog Circuits', branch: 'EC', semester: 4 },
			{ code: 'ME301', name: 'Theory of Machines', branch: 'ME', semester: 3 },
		],
	};
}
