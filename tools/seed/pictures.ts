import { INITIAL_CATEGORIES, type InitialCategory } from '#contract/catalogue/facts.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { DEMO_ITEMS, pictureFile } from '#tools/demo/items.ts';

/**
 * Each category gets one picture for this many seeded items of all categories together: processing a picture takes as
 * long as inserting hundreds of items.
 */
const ITEMS_PER_PICTURE = 500;
const MAX_PER_CATEGORY = 4;

/** A stored picture that seeded items of a category share. */
export interface SeedPicture {
	category: InitialCategory;
	/** Counted from 1 within the category. */
	rank: number;
	hash: string;
}

/** How many pictures the items of each category share, by the number of all seeded items. */
export function picturesPerCategory(totalItems: number): number {
	return Math.min(MAX_PER_CATEGORY, Math.ceil(totalItems / ITEMS_PER_PICTURE));
}

/** Stores the first pictures of some demo items, which all seeded items of a category share. */
export async function storePictures(
	db: Db,
	store: PhotoStore,
	perCategory: number,
): Promise<SeedPicture[]> {
	const covers = INITIAL_CATEGORIES.flatMap((category) =>
		DEMO_ITEMS.filter((item) => item.category === category)
			.flatMap(({ pictures }) => pictures.slice(0, 1))
			.slice(0, perCategory)
			.map((cover, index) => ({ category, rank: index + 1, cover })),
	);
	const prepared = await preparePhotos(
		covers.map(({ cover }) => pictureFile(cover)),
		'images',
	);
	await storePhotos(db, store, prepared);
	return covers.map(({ category, rank }, index) => ({
		category,
		rank,
		hash: prepared[index]?.hash ?? '',
	}));
}
