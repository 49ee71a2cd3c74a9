import type { ListedCategory } from '#contract/admin/catalogue.ts';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import type { Category, Spot, Subject } from '#contract/catalogue/schemas.ts';
import { sample } from './sample.ts';

const category = (
	name: string,
	icon: Category['icon'],
	fields: Category['fields'] = [],
): Category => ({ name, icon, isVisible: true, asksCondition: name !== 'PYQs', fields });

/** The categories of a new installation. */
export function sampleCategories(): Category[] {
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

/** The categories of a new installation, as administrators see them. */
export function listedCategories(): ListedCategory[] {
	return sampleCategories().map((each, index) => ({
		...each,
		id: index + 1,
		isInUse: each.name === 'Books',
	}));
}

/** All of the catalogue: the categories of a new installation, a few subjects and two spots. */
export function sampleCatalogue() {
	const subject = (code: string, name: string, semester: number): Subject => ({
		code,
		name,
		semester,
		branch: code.slice(0, 2),
	});
	return sample(getCatalogue.reply, {
		categories: sampleCategories(),
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
		spots: sampleSpots(),
	});
}

/** Two spots, one of them open over midnight. */
export function sampleSpots(): Spot[] {
	return [
		{ id: 1, name: 'Library steps', hint: 'By the lamp', opens: '08:00', closes: '20:00' },
		{ id: 2, name: 'Hostel gate', hint: '', opens: '18:00', closes: '01:00' },
	];
}
