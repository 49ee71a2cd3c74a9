import type * as z from 'zod/mini';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import type { ownWantedQuery, wantedListQuery } from '#contract/wanted/schemas.ts';
import type { Db } from '#server/db/client.ts';
import {
	type Catalogue,
	categoryNameOf,
	requireSubject,
} from '#server/features/catalogue/catalogue.ts';
import { createCursor, pageOf, positionId } from '#server/lib/cursors.ts';
import { listLiveWanted, listWantedOfPerson, type WantedRow } from './queries.ts';

/** Keyset cursor: lists are sorted by id. */
const cursor = createCursor(positionId);

interface Page {
	rows: WantedRow[];
	/** Null on the last page. */
	nextCursor: string | null;
}

/**
 * A page of the public list. An unknown category finds nothing.
 * @param viewerId the signed-in user: posts of users with a block between them and the viewer are left out
 * @throws AppError invalid for a subject that the catalogue does not have, or a cursor that the server did not issue
 */
export async function findPublicPage(
	db: Db,
	catalogue: Catalogue,
	query: z.output<typeof wantedListQuery>,
	viewerId: number | undefined,
): Promise<Page> {
	const subject = query.subject ? requireSubject(catalogue, query.subject).code : undefined;
	const category = categoryNameOf(catalogue, query.category || ALL_CATEGORIES);
	const beforeId = decode(query.cursor);
	if (category === undefined) return { rows: [], nextCursor: null };
	const filters = {
		words: wordsOf(query.q ?? ''),
		category: category === ALL_CATEGORIES ? undefined : category,
		subject,
		viewerId,
	};
	const rowsPlusOne = await listLiveWanted(db, filters, query.limit + 1, beforeId);
	return toPage(rowsPlusOne, query.limit);
}

/**
 * A page of a user's own posts.
 * @throws AppError invalid for a cursor that the server did not issue
 */
export async function findOwnPage(
	db: Db,
	query: z.output<typeof ownWantedQuery>,
	userId: number,
): Promise<Page> {
	const rowsPlusOne = await listWantedOfPerson(db, userId, query.limit + 1, decode(query.cursor));
	return toPage(rowsPlusOne, query.limit);
}

function decode(encoded: string | undefined): number | undefined {
	return encoded === undefined ? undefined : cursor.decode(encoded);
}

function toPage(rowsPlusOne: readonly WantedRow[], limit: number): Page {
	const { rows, last } = pageOf(rowsPlusOne, limit);
	return { rows, nextCursor: last ? cursor.encode(last.id) : null };
}

function wordsOf(text: string): string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}
