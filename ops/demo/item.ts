import type { Category } from '#contract/item-facts.ts';
import type { DrawingName } from './art/drawings.ts';
import type { PaletteName } from './art/palette.ts';
import type { DemoPicture, View } from './art/picture.ts';
import type { DemoStudentKey } from './people.ts';

export interface DemoItem {
	title: string;
	description: string;
	/** Rupees. */
	price: number;
	category: Category;
	seller: DemoStudentKey;
	/** How long before the seeding it was put on sale. */
	ageHours: number;
	/** One to four, the cover first. */
	pictures: readonly DemoPicture[];
	soldHoursAgo?: number;
	ban?: { reason: string; hoursAgo: number };
}

/** `tall` before a view makes an upright picture of it. */
type Shot = View | `tall ${View}`;
/** One thing, the colours and build it has, and the pictures taken of it. */
type Shots = readonly [DrawingName, PaletteName, variant: number, ...Shot[]];

type DemoListing = Omit<DemoItem, 'category' | 'pictures'> & {
	shows: Shots;
	/** A second thing that is part of the same offer. */
	showsToo?: Shots;
};

export function listedUnder(category: Category, listings: readonly DemoListing[]): DemoItem[] {
	return listings.map(({ shows, showsToo, ...listing }) => ({
		...listing,
		category,
		pictures: [...taken(category, shows), ...(showsToo ? taken(category, showsToo) : [])],
	}));
}

function taken(category: Category, [drawing, palette, variant, ...shots]: Shots): DemoPicture[] {
	return shots.map((shot) => ({
		drawing,
		palette,
		variant,
		category,
		view: viewOf(shot),
		upright: shot.startsWith('tall '),
	}));
}

function viewOf(shot: Shot): View {
	return shot.replace('tall ', '') as View;
}
