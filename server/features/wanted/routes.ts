import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import {
	addWanted,
	answerWanted as answerWantedEndpoint,
	deleteWanted as deleteWantedEndpoint,
	getWanted,
	listMostWanted as listMostWantedEndpoint,
	listOwnWanted,
	listWanted,
	listWantedAnswers,
	listWantedBy,
	markWantedFound as markWantedFoundEndpoint,
	renewWanted as renewWantedEndpoint,
	updateWanted,
} from '#contract/wanted/endpoints.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { ownWantedQuery, wantedListQuery } from '#contract/wanted/schemas.ts';
import type { Db } from '#server/db/client.ts';
import {
	type Catalogue,
	categoryNameOf,
	requireSubject,
} from '#server/features/catalogue/catalogue.ts';
import { presentItem } from '#server/features/items/present.ts';
import { publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route, sharedRoute } from '#server/http/route.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { createCursor, pageOf, positionId } from '#server/lib/cursors.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { listMostWanted } from './answer-queries.ts';
import {
	answerWanted,
	deleteWanted,
	editWanted,
	listOfferedItems,
	listWantedForItem,
	markWantedFound,
	postWanted,
	readWanted,
	renewWanted,
} from './commands.ts';
import { presentMostWanted, presentWanted, presentWantedDetails } from './present.ts';
import { listLiveWanted, listWantedOfPerson, type WantedRow } from './queries.ts';

interface WantedDeps {
	db: Db;
	catalogue: Catalogue;
	photoUrls: PhotoUrls;
	addTask: AddTask;
	realtime: Pick<Realtime, 'toUser'>;
}

/** Routes of wanted posts: the public lists, the user's own posts, and answers to posts. */
export function wantedRoutes(app: FastifyInstance, deps: WantedDeps): void {
	readRoutes(app, deps);
	ownerRoutes(app, deps);
	answerRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, deps: WantedDeps): void {
	const { db, catalogue, photoUrls } = deps;

	sharedRoute(app, listWanted, async ({ query, caller }) => {
		const viewerId = (await caller())?.id;
		const { rows, nextCursor } = await findPublicPage(db, catalogue, query, viewerId);
		return {
			wanted: rows.map((row) => presentWanted(row, photoUrls)),
			nextCursor,
		};
	});

	sharedRoute(app, listMostWantedEndpoint, async () => {
		const most = await listMostWanted(db);
		return { most: most.map(presentMostWanted) };
	});

	route(app, listOwnWanted, async ({ query, caller }) => {
		const { rows, nextCursor } = await findOwnPage(db, query, caller.id);
		const wanted = rows.map((row) => presentWantedDetails(row, photoUrls, caller.id));
		return { wanted, nextCursor };
	});

	sharedRoute(app, getWanted, async ({ params, caller }) => {
		const callerId = (await caller())?.id;
		const row = await readWanted(db, params.id, callerId);
		return { wanted: presentWantedDetails(row, photoUrls, callerId) };
	});
}

function ownerRoutes(app: FastifyInstance, deps: WantedDeps): void {
	const { db, photoUrls } = deps;
	const ownReply = (row: WantedRow) => ({
		success: true as const,
		wanted: presentWantedDetails(row, photoUrls, row.userId),
	});

	route(app, addWanted, async ({ body, caller, request }) =>
		ownReply(await postWanted(deps, caller.id, body, readIdempotencyKey(request))),
	);

	route(app, updateWanted, async ({ params, body, caller }) =>
		ownReply(await editWanted(deps, params.id, caller.id, body)),
	);

	route(app, deleteWantedEndpoint, async ({ params, caller }) =>
		ownReply(await deleteWanted(db, params.id, caller.id)),
	);

	route(app, renewWantedEndpoint, async ({ params, caller }) =>
		ownReply(await renewWanted(db, params.id, caller.id)),
	);

	route(app, markWantedFoundEndpoint, async ({ params, caller }) =>
		ownReply(await markWantedFound(db, params.id, caller.id)),
	);
}

function answerRoutes(app: FastifyInstance, deps: WantedDeps): void {
	const { db, photoUrls, realtime } = deps;

	route(app, answerWantedEndpoint, async ({ params, body, caller }) => {
		const { row, notifiedUserIds } = await answerWanted(deps, params.id, body.itemId, caller.id);
		publishNotificationsChanged(realtime, notifiedUserIds);
		const wanted = presentWantedDetails(row, photoUrls, caller.id);
		return { message: WANTED_MESSAGES.answered, wanted };
	});

	route(app, listWantedAnswers, async ({ params, caller }) => {
		const offered = await listOfferedItems(db, params.id, caller.id);
		return { items: offered.map((row) => presentItem(row, photoUrls)) };
	});

	route(app, listWantedBy, async ({ params, caller }) => {
		const fitting = await listWantedForItem(db, params.id, caller.id);
		return { wanted: fitting.map((row) => presentWanted(row, photoUrls)) };
	});
}

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
async function findPublicPage(
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
async function findOwnPage(
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
