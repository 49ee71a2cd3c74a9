import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { pathOfQuery } from '#contract/searches/query.ts';
import type { Db } from '#server/db/client.ts';
import { notifyUsers } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { truncate } from '#server/lib/truncate.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { type AlertRow, listAlerts, lockDue, setAlerted, settleDue } from './alert-queries.ts';
import { presentFilters } from './present.ts';

/** Searches of one transaction: short enough to let other work in between. */
const BATCH_SIZE = 50;
/** Characters of a title in an alert. */
const TITLE_MAX = 60;

export interface AlertDeps {
	db: Db;
	addTask: AddTask;
	realtime: Pick<Realtime, 'toUser'>;
}

/** Tells the owners of all searches that are due. Several instances may do it at the same time. */
export async function sendAlerts(deps: AlertDeps, now = new Date()): Promise<void> {
	let isMore = true;
	while (isMore) {
		const { count, notifiedIds } = await sendBatch(deps, now);
		for (const userId of notifiedIds)
			deps.realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
		isMore = count === BATCH_SIZE;
	}
}

function sendBatch(
	{ db, addTask }: AlertDeps,
	now: Date,
): Promise<{ count: number; notifiedIds: readonly number[] }> {
	return db.transaction(async (tx) => {
		const due = await lockDue(tx, now, BATCH_SIZE);
		if (due.length === 0) return { count: 0, notifiedIds: [] };
		const alerts = await listAlerts(tx, await settleDue(tx, due, now));
		const notifiedIds = await notifyUsers(
			{ db: tx, addTask },
			'search-alert',
			alerts.map(toNotification),
		);
		const told = alerts.map(({ searchId }) => searchId);
		await setAlerted(tx, due, told, now);
		return { count: due.length, notifiedIds };
	});
}

function toNotification(alert: AlertRow) {
	const { query, name } = presentFilters(alert);
	const titles = alert.titles.map((title) => truncate(title, TITLE_MAX));
	return {
		userId: alert.userId,
		searchId: alert.searchId,
		itemIds: alert.itemIds,
		title: SEARCH_MESSAGES.alertTitle(name, alert.count),
		message: SEARCH_MESSAGES.alertText(titles, alert.count),
		link: pathOfQuery(query),
	};
}
