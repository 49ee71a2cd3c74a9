import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { MISSED_ALERT } from '#contract/deals/server-texts.ts';
import { announce } from '#server/features/notifications/commands.ts';
import { countMissedReporters } from './handover-queries.ts';
import type { DealTransaction } from './steps.ts';

/**
 * Notifies the administrators once, when `DEAL_LIMITS.missedAlertFrom` users have reported within `missedAlertDays`
 * days that a user missed a hand-over. Called after the newest report, under the lock of `lockMissedOf`.
 * @param missed the newest report
 * @returns whether the administrators were notified
 */
export async function alertOfMissed(
	{ tx, addTask, now }: Pick<DealTransaction, 'tx' | 'addTask' | 'now'>,
	missed: { userId: number; handoverId: number },
): Promise<boolean> {
	const { people, peopleBefore } = await countMissedReporters(tx, missed, now);
	const from = DEAL_LIMITS.missedAlertFrom;
	if (people < from || peopleBefore >= from) return false;
	await announce(
		{ db: tx, addTask },
		{
			title: MISSED_ALERT.title,
			message: MISSED_ALERT.text(missed.userId),
			type: 'warning',
			target: 'admins',
			link: `${ADMIN_PAGES.users}?user=${missed.userId}`,
		},
	);
	return true;
}
