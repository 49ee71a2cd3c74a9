import type { FastifyInstance } from 'fastify';
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
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { presentItem } from '#server/features/items/present.ts';
import { publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route, sharedRoute } from '#server/http/route.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { answerWanted, listOfferedItems, listWantedForItem } from './answers.ts';
import {
	deleteWanted,
	editWanted,
	markWantedFound,
	postWanted,
	readWanted,
	renewWanted,
} from './commands.ts';
import { findOwnPage, findPublicPage } from './list-pages.ts';
import { listMostWanted } from './most-wanted-queries.ts';
import { presentMostWanted, presentWanted, presentWantedDetails } from './present.ts';
import type { WantedRow } from './queries.ts';

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
