import { type Item, type ItemDetails, itemDetails } from '#contract/items/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { STUDENT } from './account-replies.ts';
import { sample } from './sample.ts';

let lastId = 500;

/** An item of `STUDENT` on sale. Its photo is one of the app's icons, so that it loads. */
export function sampleItem(changes: Partial<ItemDetails> = {}): Item {
	lastId += 1;
	const { photos = [samplePhoto(0)], userId = STUDENT.id } = changes;
	return sample(itemDetails, {
		id: lastId,
		title: 'Casio fx-991ES Plus',
		description: 'Two semesters old, all keys fine.',
		price: 850,
		category: 'Electronics',
		imageUrl: photos.map(({ url }) => url),
		photos,
		isAvailable: true,
		userId,
		sellerId: userId,
		createdAt: new Date().toISOString(),
		User: { userName: STUDENT.userName },
		...changes,
	});
}

const PICTURES = ['/icons/192.png', '/icons/512.png', '/icons/maskable.png', '/icons/touch.png'];

/** @param index photos 0 to 3 have different pictures, which then repeat */
export function samplePhoto(index: number, size = { width: 640, height: 480 }): Photo {
	return { url: PICTURES[index % PICTURES.length] ?? '', ...size, thumbhash: '' };
}
