import { INITIAL_CATEGORIES, type InitialCategory } from '#contract/catalogue/facts.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { CATALOGUE, pictureFile } from '#tools/demo/catalogue.ts';

/** Rendering all sizes of a picture takes as long as inserting hundreds of items. */
const ITEMS_PER_PICTURE = 500;
const MAX_PER_CATEGORY = 4;

export interface SeedPicture {
	category: InitialCategory;
	/** Counted from 1 within the category. */
	rank: number;
	hash: string;
}

/** How many pictures the items of each category share, by the number of items. */
export function picturesPerCategory(items: number): number {
	return Math.min(MAX_PER_CATEGORY, Math.ceil(items / ITEMS_PER_PICTURE));
}

/** Stores some covers of the demo, which all seeded items share. */
export async function storePictures(
	db: Db,
	store: PhotoStore,
	perCategory: number,
): Promise<SeedPicture[]> {
	const covers = INITIAL_CATEGORIES.flatMap((category) =>
		CATALOGUE.filter((item) => item.category === category)
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
