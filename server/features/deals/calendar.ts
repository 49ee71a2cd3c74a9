import ical, { ICalAlarmType } from 'ical-generator';
import { formatPrice } from '#contract/core/format.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Duration of the calendar entry. */
const DURATION_MS = 30 * 60_000;

/**
 * The agreed hand-over as a calendar file (RFC 5545), with a reminder.
 * @param site the name of the calendar; the host of `publicUrl` makes the id of the entry unique
 * @throws AppError not_found while no hand-over is agreed
 */
export function handoverCalendar(
	{ deal: { handover, reservation }, title }: { deal: Deal; title: string },
	site: { name: string; publicUrl: string | undefined },
): string {
	if (!handover?.agreedSlot || !reservation) throw new AppError('not_found', DEAL_ERRORS.notAgreed);
	const start = new Date(handover.agreedSlot);
	const calendar = ical({ name: site.name, prodId: { company: site.name, product: 'hand-overs' } });
	const host = site.publicUrl === undefined ? 'localhost' : new URL(site.publicUrl).hostname;
	const event = calendar.createEvent({
		id: `handover-${handover.id}@${host}`,
		start,
		end: new Date(start.getTime() + DURATION_MS),
		summary: title,
		location: handover.spot.name,
		description: `${formatPrice(reservation.amount)}. ${handover.spot.hint}`.trim(),
	});
	event.createAlarm({
		type: ICalAlarmType.display,
		triggerBefore: DEAL_LIMITS.handoverReminderMinutes * 60,
	});
	return calendar.toString();
}
