import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CATEGORIES, type Category } from '#contract/item-facts.ts';
import type { Db } from '#server/db/client.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

/** To draw and shrink a picture takes as long as hundreds of items. */
const ITEMS_PER_PICTURE = 500;
const MOST_PER_CATEGORY = 4;
const run = promisify(execFile);

export interface SeedPicture {
	category: Category;
	/** Counted from 1 within the category. */
	rank: number;
	hash: string;
}

/** How many pictures the items of each category share, by how many items there are. */
export function picturesFor(items: number): number {
	return Math.min(MOST_PER_CATEGORY, Math.ceil(items / ITEMS_PER_PICTURE));
}

/** A handful of drawn pictures in the photo store, which all seeded items share. */
export async function storePictures(
	db: Db,
	store: PhotoStore,
	perCategory: number,
): Promise<SeedPicture[]> {
	const folder = await mkdtemp(join(tmpdir(), 'seed-pictures-'));
	try {
		const artist = join(import.meta.dirname, 'draw-pictures.ts');
		await run(process.execPath, [artist, folder, String(perCategory)]);
		const wanted = CATEGORIES.flatMap((category) =>
			Array.from({ length: perCategory }, (_, index) => ({ category, rank: index + 1 })),
		);
		const files = wanted.map(({ category, rank }) => ({
			name: category,
			path: join(folder, `${category}-${rank - 1}`),
		}));
		const prepared = await preparePhotos(files, 'images');
		await storePhotos(db, store, prepared);
		return wanted.map((picture, index) => ({ ...picture, hash: prepared[index]?.hash ?? '' }));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
