/**
 * Rows, aliases and columns that the queries of the inbox share. The file is named like a file of queries because only
 * such files may import tables (`.dependency-cruiser.mjs`).
 */

import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StoredReservation } from '#contract/items/reservation.ts';
import { isHidden, isPublicOrRemoved } from '#server/db/expressions.ts';
import { isRemoved, itemPhotos, items } from '#server/db/schema/items.ts';
import { photos } from '#server/db/schema/photos.ts';
import { users } from '#server/db/schema/users.ts';

/** The item as a chat shows it. */
export interface ItemCard extends StoredReservation {
	id: number;
	sellerId: number;
	title: string;
	/** Rupees. */
	price: number;
	isPriceFixed: boolean;
	soldAt: Date | null;
	deletedAt: Date | null;
	/** Removed by its seller. The chats go on. */
	isRemoved: boolean;
	/** The item or its seller is banned or deleted. */
	isHidden: boolean;
	cover: { hash: string; width: number; height: number; thumbhash: string } | null;
}

/** The other side as a chat shows it. */
export interface PersonCard {
	id: number;
	userName: string;
	pictureHash: string | null;
	verifiedAt: Date | null;
	/** Banned or deleted. */
	isHidden: boolean;
}

export const sellers = alias(users, 'seller');
export const others = alias(users, 'other');

/** Columns for a statement that selects from `items` and joins `sellers`. */
export const ITEM_CARD = {
	id: items.id,
	sellerId: items.sellerId,
	title: items.title,
	price: items.price,
	isPriceFixed: items.isPriceFixed,
	reservedUntil: items.reservedUntil,
	waitingCount: items.waitingCount,
	soldAt: items.soldAt,
	deletedAt: items.deletedAt,
	isRemoved: isRemoved(items),
	isHidden: sql<boolean>`not ${isPublicOrRemoved(items, sellers)}`,
	cover: sql<ItemCard['cover']>`(
		select json_build_object(
			'hash', ${photos.hash}, 'width', ${photos.width}, 'height', ${photos.height}, 'thumbhash', ${photos.thumbhash})
		from ${itemPhotos} join ${photos} on ${photos.hash} = ${itemPhotos.photoHash}
		where ${itemPhotos.itemId} = ${items.id} and ${itemPhotos.position} = 0)`,
};

/** Columns for a statement that joins `others`. */
export const PERSON_CARD = {
	id: others.id,
	userName: others.userName,
	pictureHash: others.pictureHash,
	verifiedAt: others.verifiedAt,
	isHidden: isHidden(others),
};
