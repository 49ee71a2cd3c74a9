import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';
import { isHidden } from '#server/db/visibility.ts';

/** What a chat shows of its item. */
export interface ItemCard {
	id: number;
	sellerId: number;
	title: string;
	/** Rupees. */
	price: number;
	soldAt: Date | null;
	deletedAt: Date | null;
	/** The public does not find it: it, or its seller, is banned or gone. */
	isHidden: boolean;
	cover: { hash: string; width: number; height: number; thumbhash: string } | null;
}

/** What a chat shows of the other side. */
export interface PersonCard {
	id: number;
	userName: string;
	pictureHash: string | null;
	verifiedAt: Date | null;
	/** Banned or gone. */
	isHidden: boolean;
}

export const sellers = alias(users, 'seller');
export const others = alias(users, 'other');

/** For a statement that reads `items` and joins `sellers`. */
export const ITEM_CARD = {
	id: items.id,
	sellerId: items.sellerId,
	title: items.title,
	price: items.price,
	soldAt: items.soldAt,
	deletedAt: items.deletedAt,
	isHidden: isHidden(items, sellers),
	cover: sql<ItemCard['cover']>`(
		select json_build_object(
			'hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height}, 'thumbhash', ${photos.thumbhash})
		from ${itemPhotos} join ${photos} on ${photos.hash} = ${itemPhotos.photoHash}
		where ${itemPhotos.itemId} = ${items.id} and ${itemPhotos.position} = 0)`,
};

/** For a statement that joins `others`. */
export const PERSON_CARD = {
	id: others.id,
	userName: others.userName,
	pictureHash: others.pictureHash,
	verifiedAt: others.verifiedAt,
	isHidden: isHidden(others),
};
