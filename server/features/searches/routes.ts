import type { FastifyInstance } from 'fastify';
import {
	changeSearch,
	deleteSearch,
	listSearches as listSearchesEndpoint,
	markSearchOpened as markSearchOpenedEndpoint,
	restoreSearch as restoreSearchEndpoint,
	saveSearch as saveSearchEndpoint,
} from '#contract/searches/endpoints.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { route } from '#server/http/route.ts';
import {
	changeAlert,
	markSearchOpened,
	removeSearch,
	restoreSearch,
	saveSearch,
} from './commands.ts';
import { presentSearch } from './present.ts';
import { listSearches } from './queries.ts';

interface SearchDeps {
	db: Db;
	catalogue: Catalogue;
	/** The time zone of the college, for daily alerts. */
	timeZone: string;
}

/** Routes of a user's saved searches; a search of another user gets 404. */
export function savedSearchRoutes(app: FastifyInstance, deps: SearchDeps): void {
	const { db } = deps;

	route(app, listSearchesEndpoint, async ({ caller }) => {
		const rows = await listSearches(db, caller.id);
		return { searches: rows.map(presentSearch) };
	});

	route(app, saveSearchEndpoint, async ({ caller, body: { query, alert } }) => {
		const { row, isNew } = await saveSearch(deps, caller.id, query, alert);
		return { search: presentSearch(row), isNew };
	});

	route(app, changeSearch, async ({ params, caller, body }) => {
		const row = await changeAlert(deps, params.id, caller.id, body.alert, body.version);
		return { search: presentSearch(row) };
	});

	route(app, markSearchOpenedEndpoint, async ({ params, caller }) => {
		await markSearchOpened(db, params.id, caller.id);
		return {};
	});

	route(app, deleteSearch, async ({ params, caller }) => {
		await removeSearch(db, params.id, caller.id);
		return { message: SEARCH_MESSAGES.deleted };
	});

	route(app, restoreSearchEndpoint, async ({ params, caller }) => {
		const row = await restoreSearch(db, params.id, caller.id);
		return { search: presentSearch(row) };
	});
}
