import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Room } from '#contract/chat/room-id.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { DEAL_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { handoverSummary } from '#contract/deals/server-texts.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { CalendarEntry } from '#server/db/deal-state.ts';
import { chatPath } from '#server/features/chat/present.ts';
import { AppError } from '#server/lib/app-error.ts';
import { type DealDeps, settleIfDue } from './commands.ts';
import { requireSide } from './decide.ts';
import { listNames } from './list-queries.ts';
import { loadItemDeals } from './load-queries.ts';
import { dealOf } from './state.ts';

/** Duration of the calendar entry. */
const DURATION_MS = 30 * 60_000;

interface Site {
	name: string;
	/** Its host makes the ids of entries unique. */
	publicUrl: string | undefined;
	/** Of the link to the chat. */
	origin: string;
}

/**
 * The hand-over that was agreed last, as a calendar file; also while the item is banned or deleted, so that the entry can
 * be removed from the calendar.
 * @throws AppError not_found for an unknown item, and if no hand-over was ever agreed; forbidden for users other than
 * the two
 */
export async function readHandoverCalendar(
	deps: DealDeps,
	room: Room,
	callerId: number,
	site: Site,
): Promise<string> {
	const { itemId, buyerId } = room;
	await settleIfDue(deps, { among: [itemId] });
	const deals = await loadItemDeals(deps, itemId, { buyerIds: [buyerId] });
	if (!deals) throw new AppError('not_found', ITEM_ERRORS.notFound);
	const { sellerId, title } = deals.item;
	// Of the two, nobody is refused because of the item's state.
	if (callerId !== sellerId && callerId !== buyerId) requireSide(deals.item, buyerId, callerId);
	const agreed = dealOf(deals, buyerId).calendar;
	if (!agreed) throw new AppError('not_found', DEAL_ERRORS.notAgreed);
	const otherId = callerId === buyerId ? sellerId : buyerId;
	const names = await listNames(deps.db, [otherId]);
	return calendarFile(room, agreed, handoverSummary(names.get(otherId) ?? '', title), site);
}

/**
 * RFC 5545, with a reminder. All entries of a deal have one id. Its sequence rises with each agreement and each end of
 * one, so that a newer file replaces an older one in a calendar.
 */
function calendarFile(
	room: Room,
	{ slot, spot, amount, sequence, isCancelled }: CalendarEntry,
	summary: string,
	site: Site,
): string {
	const chatUrl = `${site.origin}${chatPath(room)}`;
	const host = site.publicUrl === undefined ? 'localhost' : new URL(site.publicUrl).hostname;
	const calendar = ical({
		name: site.name,
		prodId: { company: site.name, product: 'hand-overs' },
		method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
	});
	const event = calendar.createEvent({
		id: `deal-${room.itemId}-${room.buyerId}@${host}`,
		sequence,
		status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
		start: new Date(slot),
		end: new Date(new Date(slot).getTime() + DURATION_MS),
		summary,
		location: spot.name,
		description: `${`${formatPrice(amount)}. ${isolated(spot.hint)}`.trim()}\n${chatUrl}`,
		url: chatUrl,
	});
	if (!isCancelled)
		event.createAlarm({
			type: ICalAlarmType.display,
			triggerBefore: DEAL_LIMITS.handoverReminderMinutes * 60,
		});
	return calendar.toString();
}
