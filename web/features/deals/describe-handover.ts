import { formatPrice, isolated } from '#contract/core/format.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { DEAL_STATE_MESSAGES as STATES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { formatClock } from '#web/lib/format.ts';
import { formatDealTime } from './deal-times.ts';

const MINUTE_MS = 60_000;

/**
 * The state of a reservation's hand-over in words.
 * @returns undefined without a hand-over; without `state` while the hand-over is proposed and not yet agreed
 */
export function describeHandover(
	deal: Deal,
	reservation: NonNullable<Deal['reservation']>,
	name: string,
): { state?: string; line: string } | undefined {
	const { handover, role } = deal;
	if (!handover) return undefined;
	const { spot, slots, agreedSlot, proposedBy } = handover;
	if (agreedSlot === null) {
		const line =
			proposedBy === role
				? STATES.youPropose(name, spot.name)
				: STATES.theyPropose(name, spot.name, slots.length);
		return { line };
	}
	const slot = formatDealTime(agreedSlot);
	if (Date.parse(agreedSlot) > Date.now()) {
		const spotText = spot.hint ? `${isolated(spot.name)}, ${spot.hint}` : spot.name;
		const reminderMs = Date.parse(agreedSlot) - DEAL_LIMITS.handoverReminderMinutes * MINUTE_MS;
		const line = STATES.meetingAt(formatPrice(reservation.amount), spotText);
		const state = STATES.meeting(slot);
		if (reminderMs <= Date.now()) return { state, line };
		return {
			state,
			line: `${line} ${STATES.reminder(formatClock(new Date(reminderMs).toISOString()))}`,
		};
	}
	const line =
		doneLine(deal, name) ?? STATES.metAt(spot.name, slot, formatDealTime(reservation.until));
	return { state: STATES.howDidItGo, line };
}

function doneLine({ handover, role }: Deal, name: string): string | undefined {
	const other = role === 'buyer' ? 'seller' : 'buyer';
	if (handover?.done[role]) return STATES.youSaidDone(name);
	return handover?.done[other] ? STATES.theySaidDone(name) : undefined;
}
