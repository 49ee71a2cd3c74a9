import type { Branch, Category, Subject } from '#contract/catalogue/schemas.ts';

const category = (
	name: string,
	icon: Category['icon'],
	fields: Category['fields'] = [],
): Category => ({ name, icon, isVisible: true, fields });

/** The categories of a new installation. */
export function shownCategories(): Category[] {
	const brand = { key: 'brand', label: 'Brand', kind: 'text' } as const;
	return [
		category('Electronics', 'circuit-board', [
			{ key: 'works', label: 'Works', kind: 'yes-no' },
			brand,
		]),
		category('Books', 'book-open', [
			{ key: 'isbn', label: 'ISBN', kind: 'isbn' },
			{ key: 'author', label: 'Author', kind: 'text' },
		]),
		category('PYQs', 'scroll-text', [
			{ key: 'exam', label: 'Exam', kind: 'choice', choices: ['Mid-semester', 'End-semester'] },
		]),
		category('Instruments', 'drafting-compass', [brand]),
		category('Essentials', 'shopping-bag'),
		category('OTHERS', 'boxes'),
	];
}

/** All of the catalogue: the categories of a new installation, and a few subjects. */
export function shownCatalogue(): {
	success: true;
	categories: Category[];
	branches: Branch[];
	subjects: Subject[];
} {
	const subject = (code: string, name: string, semester: number): Subject => ({
		...{ code, name, semester, branch: code.slice(0, 2) },
	});
	return {
		success: true,
		categories: shownCategories(),
		branches: [
			{ code: 'EC', name: 'Electronics' },
			{ code: 'ME', name: 'Mechanical' },
		],
		subjects: [
			subject('ME101', 'Engineering Drawing', 1),
			subject('EC301', 'Signals & Systems', 3),
			subject('EC302', 'Control Systems', 3),
			subject('ME302', 'Heat Transfer', 5),
		],
	};
}
