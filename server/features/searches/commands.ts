import type * as z from 'zod/mini';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { SEARCH_ERRORS } from '#contract/searches/errors.ts';
import { type Alert, SEARCH_LIMITS } from '#contract/searches/facts.ts';
import type { searchQuery } from '#contract/searches/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue, CatalogueLookup } from '#server/features/catalogue/catalogue.ts';
import { lockCategory } from '#server/features/catalogue/queries.ts';
import { compileFilters } from '#server/features/items/matching/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import { setAlert, settleMatches } from './alert-queries.ts';
import { presentFilters } from './present.ts';
import {
	clearRemoved,
	countSearches,
	deleteEarlierRemoved,
	deleteSearch,
	deleteSearches,
	findSearch,
	insertSearch,
	lockAlert,
	lockOwner,
	type NewSearch,
	type SearchRow,
	setOpened,
	setRemoved,
} from './queries.ts';
import { fingerprintOf, nextDailyAlert } from './rules.ts';

interface SaveDeps {
	db: Db;
	catalogue: CatalogueLookup;
}

type SentFilters = z.output<typeof searchQuery>;

/**
 * Saves a search. A search of the user with the same filters is returned unchanged.
 * @throws AppError unauthenticated if the account is banned or erased; invalid for a category, subject or branch that
 * the catalogue does not have; conflict when the user has SEARCH_LIMITS.perPerson searches
 */
export async function saveSearch(
	deps: SaveDeps,
	userId: number,
	sent: SentFilters,
	alert: Alert,
): Promise<{ row: SearchRow; isNew: boolean }> {
	const { db } = deps;
	const search = await toNewSearch(deps, sent, alert);
	const { id, isNew } = await db.transaction(async (tx) => {
		await requireCategoryStillThere(tx, search);
		await requireOwner(tx, userId);
		const inserted = await insertReplacingRemoved(tx, userId, search);
		if (inserted.isNew) await requireWithinLimit(tx, userId);
		return inserted;
	});
	return { row: await requireSearch(db, id, userId), isNew };
}

/** Inserts a search. A removed search with the same filters is deleted and saved as a new one. */
async function insertReplacingRemoved(tx: Db, userId: number, search: NewSearch) {
	const inserted = await insertSearch(tx, userId, search);
	if (!inserted.isRemoved) return inserted;
	await deleteSearch(tx, inserted.id);
	return insertSearch(tx, userId, search);
}

async function toNewSearch(
	{ db, catalogue }: SaveDeps,
	sent: SentFilters,
	alert: Alert,
): Promise<NewSearch> {
	const filters = await compileFilters(db, catalogue, sent);
	if (!filters) throw unknownCategory();
	return {
		words: sent.q || null,
		wordQuery: filters.query ?? null,
		compiledWith: fingerprintOf(catalogue.current()),
		category: filters.category ?? null,
		conditions: filters.condition ?? null,
		...courseOf(catalogue, sent),
		minPrice: filters.minPrice ?? null,
		maxPrice: filters.maxPrice ?? null,
		isFree: filters.free ?? false,
		isVerified: filters.verified ?? false,
		alert,
	};
}

/** Subject, branch and semester, in the spelling of the catalogue. */
function courseOf(
	{ findSubject, findBranch }: Pick<Catalogue, 'findSubject' | 'findBranch'>,
	{ subject, branch, semester }: SentFilters,
): Pick<NewSearch, 'subject' | 'branch' | 'semester'> {
	return {
		subject: subject === undefined ? null : (findSubject(subject)?.code ?? null),
		branch: branch === undefined ? null : (findBranch(branch)?.code ?? null),
		semester: semester ?? null,
	};
}

/**
 * Sets when the owner of a search is notified: at once, daily or never. Items that were found while the alert was off,
 * or before it was turned off, are not reported later.
 * @param version undefined accepts any version
 * @throws AppError not_found; conflict when the alert was changed since the form was filled
 */
export async function changeAlert(
	{ db, timeZone }: { db: Db; timeZone: string },
	id: number,
	userId: number,
	alert: Alert,
	version?: string,
): Promise<SearchRow> {
	const now = new Date();
	await db.transaction(async (tx) => {
		const formerAlert = await lockAlert(tx, id, userId);
		if (formerAlert === undefined) throw notFound();
		requireFilledFrom({ version, stored: { alert: formerAlert }, sent: { alert } });
		if (formerAlert === 'off' || alert === 'off') await settleMatches(tx, id);
		await setAlert(tx, id, alert, { now, nextDaily: nextDailyAlert(now, timeZone) });
	});
	return requireSearch(db, id, userId);
}

/**
 * Turns off the alert of a search, through the link in a mail about it. Idempotent.
 * @returns the name of the search; undefined if the search no longer exists
 */
export async function endAlert(
	deps: { db: Db; timeZone: string },
	{ searchId, userId }: { searchId: number; userId: number },
): Promise<string | undefined> {
	const search = await findSearch(deps.db, searchId, userId);
	if (!search) return undefined;
	return presentFilters(await changeAlert(deps, searchId, userId, 'off')).name;
}

/**
 * Records that the owner has opened a search.
 * @throws AppError not_found
 */
export async function markSearchOpened(db: Db, id: number, userId: number): Promise<void> {
	if (!(await setOpened(db, id, userId))) throw notFound();
}

/**
 * Removes a search from the list. No alert is sent for a removed search (alert-queries.ts). The search and its matches
 * are kept for an hour, in which the removal can be undone.
 * @throws AppError not_found
 */
export async function removeSearch(db: Db, id: number, userId: number): Promise<void> {
	if (!(await setRemoved(db, id, userId))) throw notFound();
	// Not in the transaction of the removal: that would lock the searches in another order than that of their ids.
	await db.transaction((tx) => deleteEarlierRemoved(tx, userId));
}

/**
 * Undoes a removal, as if the search had never been removed. Idempotent.
 * @throws AppError unauthenticated if the account is banned or erased; not_found when the search is no longer kept;
 * conflict when the user has SEARCH_LIMITS.perPerson searches
 */
export async function restoreSearch(db: Db, id: number, userId: number): Promise<SearchRow> {
	await db.transaction(async (tx) => {
		await requireOwner(tx, userId);
		if (!(await clearRemoved(tx, id, userId))) throw notFound();
		await requireWithinLimit(tx, userId);
	});
	return requireSearch(db, id, userId);
}

/**
 * Locks the user, so that concurrent requests cannot exceed the limit.
 * @throws AppError unauthenticated if the account is banned or erased
 */
async function requireOwner(tx: Db, userId: number): Promise<void> {
	if (!(await lockOwner(tx, userId))) throw new AppError('unauthenticated', REQUEST_ERRORS.signIn);
}

/**
 * Locks the category until the transaction ends: a concurrent rename or deletion must wait.
 * @throws AppError invalid for a category that no longer exists: the copy of the catalogue in memory may be outdated
 */
async function requireCategoryStillThere(tx: Db, { category }: NewSearch): Promise<void> {
	if (category !== null && !(await lockCategory(tx, category))) throw unknownCategory();
}

function unknownCategory(): AppError {
	return invalidField('query.category', ITEM_ERRORS.category);
}

/**
 * Call it after a search was inserted or restored.
 * @throws AppError conflict when the user then has more than SEARCH_LIMITS.perPerson searches
 */
async function requireWithinLimit(tx: Db, userId: number): Promise<void> {
	if ((await countSearches(tx, userId)) > SEARCH_LIMITS.perPerson)
		throw new AppError('conflict', SEARCH_ERRORS.tooMany);
}

/**
 * Deletes all searches of an account whose address is confirmed only now, by a password reset or a takeover: another
 * person may have created the account and its alerts.
 */
export async function deleteSearchesOfAccount(tx: Db, userId: number): Promise<void> {
	await deleteSearches(tx, userId);
}

async function requireSearch(db: Db, id: number, userId: number): Promise<SearchRow> {
	const row = await findSearch(db, id, userId);
	if (!row) throw notFound();
	return row;
}

function notFound(): AppError {
	return new AppError('not_found', SEARCH_ERRORS.notFound);
}
