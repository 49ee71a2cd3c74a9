import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import {
	categoryFaults,
	searchWordFaults,
	spotFaults,
	termFaults,
} from '#contract/catalogue/list-rules.ts';
import type { CategoryInput, SpotInput } from '#contract/catalogue/list-schemas.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfInUse, invalidIfTaken } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { Catalogue } from './catalogue.ts';
import {
	type CategoryList,
	deleteCategory,
	findCategoryList,
	findSearchWordList,
	findSpotList,
	findSubjectList,
	findTermList,
	insertCategories,
	keepFormerName,
	type ListName,
	lockList,
	raiseVersion,
	replaceSearchWords,
	replaceSpots,
	replaceTerms,
	setTemporaryNames,
	updateCategories,
} from './queries.ts';
import {
	categoriesInTheWay,
	compareLists,
	completeCategories,
	describeCategoryChanges,
	describeListChanges,
	describeSpotChanges,
	requireKnown,
	requireNoFaults,
	type SentCategory,
} from './rules.ts';
import {
	parseSubjectFile,
	replaceSubjects,
	type SubjectLists,
	subjectsOfFile,
} from './subject-list.ts';

export interface CatalogueDeps {
	/** A pool that allows long statements: renaming a category updates all of its items. */
	db: Db;
	catalogue: Pick<Catalogue, 'refreshNow'>;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

/** How the audit log names the lists. */
const TARGETS: Record<ListName, string> = {
	categories: 'categories',
	subjects: 'subjects',
	'search-words': 'search words',
	terms: 'term starts',
	spots: 'spots',
};

interface ListReplacement<List extends { version: number }> {
	list: ListName;
	/** The version that the administrator has read; undefined accepts any version. */
	version: number | undefined;
	find: (tx: Db) => Promise<List>;
	/** Changes the rows. @returns what was changed, for the audit log; '' for nothing */
	apply: (tx: Db, stored: List) => Promise<string>;
}

/**
 * Replaces one list. On return, this instance serves the new list; the other instances are notified.
 * @throws AppError conflict when the list has changed since the administrator read it
 */
async function changeList<List extends { version: number }>(
	{ db, catalogue, adminChannel }: CatalogueDeps,
	actor: Actor,
	{ list, version, find, apply }: ListReplacement<List>,
): Promise<List> {
	const { isChanged, saved } = await db.transaction(async (tx) => {
		if (!(await lockList(tx, list, version))) {
			throw new AppError('conflict', CATALOGUE_ERRORS.changedMeanwhile);
		}
		const stored = await find(tx);
		const details = await apply(tx, stored);
		if (details === '') return { isChanged: false, saved: stored };
		await raiseVersion(tx, list);
		const changed = await find(tx);
		await logAudit(tx, actor, { action: 'CATALOGUE_CHANGED', target: TARGETS[list], details });
		return { isChanged: true, saved: changed };
	});
	if (isChanged) {
		await catalogue.refreshNow();
		adminChannel.publish({ what: 'catalogue' }, actor.socketId);
	}
	return saved;
}

/**
 * Replaces the categories and their order. The items of a renamed category get its new name. Two categories may swap
 * names.
 * @throws AppError invalid for a broken rule or an unknown id; conflict for a removed category that is in use, or an
 * outdated version
 */
export function changeCategories(
	deps: CatalogueDeps,
	actor: Actor,
	{ version, categories }: { version: number; categories: readonly CategoryInput[] },
) {
	requireNoFaults(categoryFaults(categories));
	return changeList(deps, actor, {
		list: 'categories',
		version,
		find: findCategoryList,
		apply: async (tx, stored) => {
			requireKnown('categories', stored.categories, categories);
			const sent = completeCategories(stored.categories, categories);
			await replaceCategories(tx, stored.categories, sent);
			return describeCategoryChanges(stored.categories, sent);
		},
	});
}

async function replaceCategories(
	tx: Db,
	stored: CategoryList['categories'],
	sent: readonly SentCategory[],
): Promise<void> {
	const rows = sent.map((one, position) => ({ ...one, position }));
	const keptIds = new Set(sent.map(({ id }) => id));
	for (const { id, name } of stored.filter((one) => !keptIds.has(one.id))) {
		await deleteCategory(tx, id).catch(conflictIfInUse(CATALOGUE_ERRORS.categoryInUse(name)));
	}
	await setTemporaryNames(
		tx,
		categoriesInTheWay(stored, sent).flatMap(({ id }) => (keptIds.has(id) ? [id] : [])),
	);
	// The rules compare names in JavaScript, regardless of case. The database may treat names as equal that differ in
	// JavaScript.
	const rejectAlike = invalidIfTaken(CATALOGUE_ERRORS.categoryNamesAlike);
	await updateCategories(
		tx,
		rows.flatMap(({ id, ...row }) => (id ? [{ id, ...row }] : [])),
	).catch(rejectAlike);
	await insertCategories(
		tx,
		rows.flatMap(({ id, ...row }) => (id ? [] : [row])),
	).catch(rejectAlike);
	for (const { id, name } of stored) {
		const newName = sent.find((one) => one.id === id)?.name;
		const isRenamed = newName !== undefined && newName.toLowerCase() !== name.toLowerCase();
		if (isRenamed) await keepFormerName(tx, id, name);
	}
}

/**
 * Replaces branches and subjects, in their order.
 * @throws AppError invalid for a broken rule; conflict for a removed subject or branch that is in use, or an outdated
 * version
 */
export function changeSubjects(
	deps: CatalogueDeps,
	actor: Actor,
	{ version, ...sent }: SubjectLists & { version: number },
) {
	return changeList(deps, actor, {
		list: 'subjects',
		version,
		find: findSubjectList,
		apply: (tx, stored) => replaceSubjects(tx, stored, sent),
	});
}

/**
 * Replaces the subjects by those of a CSV file. Stored branches stay. A new branch gets its code as its name.
 * @param version undefined accepts any version
 * @throws AppError as `changeSubjects`; invalid with `line` for the first faulty line
 */
export function importSubjectFile(
	deps: CatalogueDeps,
	actor: Actor,
	version: number | undefined,
	csv: string,
) {
	const lines = parseSubjectFile(csv);
	return changeList(deps, actor, {
		list: 'subjects',
		version,
		find: findSubjectList,
		apply: (tx, stored) => replaceSubjects(tx, stored, subjectsOfFile(lines, stored.branches)),
	});
}

/**
 * Replaces the groups of words and phrases that mean the same in a search.
 * @throws AppError invalid for a broken rule; conflict for an outdated version
 */
export function changeSearchWords(
	deps: CatalogueDeps,
	actor: Actor,
	{ version, searchWords }: { version: number; searchWords: readonly (readonly string[])[] },
) {
	requireNoFaults(searchWordFaults(searchWords));
	const phrases = (words: readonly string[]) => words.join(', ');
	return changeList(deps, actor, {
		list: 'search-words',
		version,
		find: findSearchWordList,
		apply: async (tx, stored) => {
			const changes = compareLists(
				stored.searchWords.map(phrases),
				searchWords.map(phrases),
				String,
			);
			const details = describeListChanges(changes, { nameOf: String });
			if (details !== '') await replaceSearchWords(tx, searchWords);
			return details;
		},
	});
}

/**
 * Replaces the days on which terms start.
 * @param beforeChange runs in the same transaction before the days change
 * @throws AppError invalid for a broken rule; conflict for an outdated version
 */
export function changeTerms(
	deps: CatalogueDeps,
	actor: Actor,
	{ version, terms }: { version: number; terms: readonly string[] },
	beforeChange: (tx: Db) => Promise<void>,
) {
	requireNoFaults(termFaults(terms));
	const days = terms.toSorted();
	return changeList(deps, actor, {
		list: 'terms',
		version,
		find: findTermList,
		apply: async (tx, stored) => {
			const details = describeListChanges(compareLists(stored.terms, days, String), {
				nameOf: String,
			});
			if (details === '') return details;
			await beforeChange(tx);
			await replaceTerms(tx, days);
			return details;
		},
	});
}

/**
 * Replaces the hand-over spots, in their order.
 * @throws AppError invalid for a broken rule or an unknown id; conflict for an outdated version
 */
export function changeSpots(
	deps: CatalogueDeps,
	actor: Actor,
	{ version, spots }: { version: number; spots: readonly SpotInput[] },
) {
	requireNoFaults(spotFaults(spots));
	return changeList(deps, actor, {
		list: 'spots',
		version,
		find: findSpotList,
		apply: async (tx, stored) => {
			requireKnown('spots', stored.spots, spots);
			const details = describeSpotChanges(stored.spots, spots);
			if (details === '') return details;
			await replaceSpots(tx, spots).catch(invalidIfTaken(CATALOGUE_ERRORS.spotNamesAlike));
			return details;
		},
	});
}
