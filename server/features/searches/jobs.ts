import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { pathOfQuery } from '#contract/searches/query.ts';
import type { Db } from '#server/db/client.ts';
import { reasonOf } from '#server/db/errors.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { findCatalogue, type SearchVocabulary } from '#server/features/catalogue/queries.ts';
import { compileWords } from '#server/features/items/matching/queries.ts';
import { itemPostedTask } from '#server/features/items/tasks.ts';
import {
	type NotifyInBatchesDeps,
	notifyInBatches,
} from '#server/features/notifications/commands.ts';
import { shortTitle, truncate } from '#server/features/notifications/present.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { type AddTask, defineTask, handleTask, handleTasksTogether } from '#server/jobs/tasks.ts';
import {
	type AlertRow,
	deleteOldMatches,
	insertMatches,
	listAlerts,
	lockDue,
	setAlerted,
	settleDue,
} from './alert-queries.ts';
import { presentFilters } from './present.ts';
import { deleteRemoved, lockOutdated, setCompiled } from './queries.ts';
import { fingerprintOf, nextDailyAlert } from './rules.ts';

/** Compiles the words of saved searches again, after administrators have changed search words or subject codes. */
const compileSearchesTask = defineTask('compile-searches', z.object({}), { concurrency: 1 });

/** Jobs that match new items with saved searches, send alerts, compile searches again, and delete old rows. */
export function searchJobs(deps: NotifyInBatchesDeps & { timeZone: string }): Job[] {
	return [
		handleTasksTogether(itemPostedTask, async (posted) => {
			await matchPosted(
				deps,
				posted.map(({ itemId }) => itemId),
			);
			await sendAlerts(deps);
		}),
		// Sends the instant alerts that were delayed by INSTANT_ALERT_INTERVAL_MS, and the daily alerts.
		{ name: 'send-search-alerts', schedule: '* * * * *', run: () => sendAlerts(deps) },
		handleTask(compileSearchesTask, () => compileOutdated(deps)),
		{ name: 'compile-old-searches', schedule: '35 3 * * *', run: () => compileOutdated(deps) },
		{ name: 'sweep-removed-searches', schedule: '15 * * * *', run: () => deleteRemoved(deps.db) },
		{ name: 'sweep-search-matches', schedule: '25 3 * * *', run: () => deleteOldMatches(deps.db) },
	];
}

const BATCH_SIZE = 200;
/** Batches of one task; a further task continues, so that none exceeds its time limit. */
const BATCHES_MAX = 20;

interface CompileDeps {
	db: Db;
	addTask: AddTask;
}

/** Compiles again the words of all saved searches that were compiled with other search words or subject codes. */
export async function compileOutdated({ db, addTask }: CompileDeps): Promise<void> {
	const vocabulary = await findCatalogue(db);
	for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
		if ((await compileBatch(db, vocabulary)) < BATCH_SIZE) return;
	}
	await addTask(db, compileSearchesTask, {});
}

function compileBatch(db: Db, vocabulary: SearchVocabulary): Promise<number> {
	const compiledWith = fingerprintOf(vocabulary);
	return db.transaction(async (tx) => {
		const outdated = await lockOutdated(tx, compiledWith, BATCH_SIZE);
		if (outdated.length === 0) return 0;
		const texts = outdated.map(({ words }) => words);
		const compiled = await compileWords(tx, texts, vocabulary);
		const changed = outdated.map(({ id }, index) => ({ id, wordQuery: compiled[index] ?? '' }));
		await setCompiled(tx, compiledWith, changed);
		return outdated.length;
	});
}

/**
 * Adds a task that compiles saved searches again whenever administrators change the search words or the codes of
 * subjects.
 */
export function recompileOnChange(
	catalogue: Catalogue,
	{ db, addTask, log }: CompileDeps & { log: FastifyBaseLogger },
): void {
	let knownFingerprint = fingerprintOf(catalogue.current());
	catalogue.onChange((lists) => {
		const latestFingerprint = fingerprintOf(lists);
		if (latestFingerprint === knownFingerprint) return;
		knownFingerprint = latestFingerprint;
		// If adding the task fails, the nightly job `compile-old-searches` compiles the searches.
		addTask(db, compileSearchesTask, {}).catch((error: unknown) =>
			log.warn({ reason: reasonOf(error) }, 'saved searches are compiled again at night'),
		);
	});
}

/** Searches per transaction, few enough that a transaction stays short. */
const ALERTS_AT_ONCE = 50;
/** Characters of a title in an alert. */
const TITLE_MAX = 60;

/**
 * Stores which saved searches new items match, and sets when their owners are notified. Idempotent: each item is
 * stored once per search.
 */
export async function matchPosted(
	{ db, timeZone }: { db: Db; timeZone: string },
	itemIds: readonly number[],
	now = new Date(),
): Promise<void> {
	await insertMatches(db, itemIds, { now, nextDaily: nextDailyAlert(now, timeZone) });
}

/** Notifies the owners of all searches that are due. Several instances can run it at the same time. */
export async function sendAlerts(deps: NotifyInBatchesDeps, now = new Date()): Promise<void> {
	await notifyInBatches(deps, 'search-alert', async (tx) => {
		const due = await lockDue(tx, now, ALERTS_AT_ONCE);
		if (due.length === 0) return { notifications: [], isLast: true };
		const alerts = await listAlerts(tx, await settleDue(tx, due, now));
		const notifiedIds = alerts.map(({ searchId }) => searchId);
		await setAlerted(tx, due, notifiedIds, now);
		return { notifications: alerts.map(toNotification), isLast: due.length < ALERTS_AT_ONCE };
	});
}

function toNotification(alert: AlertRow) {
	const { query, name } = presentFilters(alert);
	const titles = alert.titles.map((title) => truncate(title, TITLE_MAX));
	return {
		userId: alert.userId,
		searchId: alert.searchId,
		itemIds: alert.itemIds,
		title: SEARCH_MESSAGES.alertTitle(shortTitle(name), alert.count),
		message: SEARCH_MESSAGES.alertText(titles, alert.count),
		link: pathOfQuery(query),
	};
}
