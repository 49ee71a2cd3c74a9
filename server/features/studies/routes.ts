import type { FastifyInstance } from 'fastify';
import {
	declineStudiesInvitation,
	getStudies,
	getStudiesInvitation,
	listItemsForMe,
	setStudies,
} from '#contract/studies/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { presentItem } from '#server/features/items/present.ts';
import { route } from '#server/http/route.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { changeStudies } from './commands.ts';
import { presentStudies } from './present.ts';
import { findStudies, insertEmptyStudies, listItemsFor } from './queries.ts';

interface StudiesDeps {
	db: Db;
	catalogue: Pick<Catalogue, 'findBranch'>;
	photoUrls: PhotoUrls;
	/** The time zone of the college. */
	timeZone: string;
}

/** Routes of the studies of a user, and of the items on sale that fit them. */
export function studiesRoutes(app: FastifyInstance, deps: StudiesDeps): void {
	const { db, photoUrls, timeZone } = deps;

	route(app, getStudies, async ({ caller }) =>
		presentStudies(await findStudies(db, caller.id, timeZone)),
	);

	route(app, setStudies, async ({ caller, body }) => {
		await changeStudies(deps, caller.id, body);
		return presentStudies(await findStudies(db, caller.id, timeZone));
	});

	route(app, getStudiesInvitation, async ({ caller }) => {
		const studies = await findStudies(db, caller.id, timeZone);
		return { isOpen: studies === undefined };
	});

	route(app, declineStudiesInvitation, async ({ caller }) => {
		// The invitation is open only while the user has no row.
		await insertEmptyStudies(db, caller.id);
		return {};
	});

	route(app, listItemsForMe, async ({ caller }) => {
		const rows = await listItemsFor(db, caller.id, timeZone);
		return { items: rows.map((row) => presentItem(row, photoUrls)) };
	});
}
