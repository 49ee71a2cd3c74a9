import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { pathOfQuery } from '#contract/searches/query.ts';
import type { Db } from '#server/db/client.ts';
import {
	type NotifyInBatchesDeps,
	notifyInBatches,
} from '#server/features/notifications/commands.ts';
import { shortTitle, truncate } from '#server/features/notifications/present.ts';
import {
	type AlertRow,
	insertMatches,
	listAlerts,
	lockDue,
	setAlerted,
	settleDue,
} from './alert-queries.ts';
import { presentFilters } from './present.ts';
import { nextDailyAlert } from './rules.ts';

/** Searches per transaction, few enough that a transaction stays short. */
const BATCH_SIZE = 50;
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
		const due = await lockDue(tx, now, BATCH_SIZE);
		if (due.length === 0) return { notifications: [], isLast: true };
		const alerts = await listAlerts(tx, await settleDue(tx, due, now));
		const notifiedIds = alerts.map(({ searchId }) => searchId);
		await setAlerted(tx, due, notifiedIds, now);
		return { notifications: alerts.map(toNotification), isLast: due.length < BATCH_SIZE };
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
