import type { Details } from '#contract/catalogue/details.ts';
import type { InitialCategory } from '#contract/catalogue/facts.ts';
import type { Condition } from '#contract/items/facts.ts';
import type { DemoStudentKey } from './people.ts';

/** An item of the demo. */
export interface DemoItem {
	title: string;
	description: string;
	/** Rupees. */
	price: number;
	category: InitialCategory;
	condition: Condition;
	/** Values by the keys of the category's detail fields. */
	details?: Details;
	/** Codes of the demo's subjects. */
	subjects?: readonly string[];
	/** The seller takes no offers. */
	isPriceFixed?: true;
	seller: DemoStudentKey;
	/** Age in hours at the time of seeding. */
	ageHours: number;
	/** One to four files of the folder `pictures`, the cover first. */
	pictures: readonly string[];
	soldHoursAgo?: number;
	ban?: { reason: string; hoursAgo: number };
}

/** Adds the category to each of the items. */
export function itemsInCategory(
	category: InitialCategory,
	listings: readonly Omit<DemoItem, 'category'>[],
): DemoItem[] {
	return listings.map((listing) => ({ ...listing, category }));
}
