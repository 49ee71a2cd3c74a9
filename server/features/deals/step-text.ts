import { formatRupees } from '#contract/core/format.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import {
	STORED_STEP_TEXTS,
	type StepDetails,
	storedTurnTakenText,
	withReason,
} from '#contract/deals/server-texts.ts';
import type { Moment } from '#server/db/deal-state.ts';
import type { Step } from './state.ts';

/**
 * The text of a step's chat message, as it is stored. A detail that the step does not have is empty, and the words
 * for this type of step do not use it.
 */
export function stepText(
	{ event, from }: Pick<Step, 'event' | 'from'>,
	now: Moment,
	timeZone: string,
): string {
	const details = stepDetails(event, now, timeZone);
	// A buyer can reserve an item only by taking a turn, so such a step has the words of a taken turn.
	if (event.type === 'reserved' && from === 'buyer') return storedTurnTakenText(details);
	const words: (of: StepDetails) => string = STORED_STEP_TEXTS[event.type];
	return withReason(words(details), event);
}

export function stepDetails(event: DealEvent, now: Moment, timeZone: string): StepDetails {
	const when = (time: Moment | undefined) =>
		time === undefined ? '' : formatMoment(time, now, timeZone);
	const rupees = (amount: number | undefined) => (amount === undefined ? '' : formatRupees(amount));
	return {
		amount: rupees(event.amount),
		price: rupees(event.price),
		until: when(event.until),
		turnUntil: when(event.turnUntil),
		queuePlace: String(event.place ?? ''),
		spot: event.spot?.name ?? '',
		slot: when(event.slot),
		slots: (event.slots ?? []).map(when).join(', '),
	};
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `Tue, 18:00` today and on the next six days, otherwise `Tue 2 Dec, 18:00`; in `timeZone`. */
export function formatMoment(moment: Moment, now: Moment, timeZone: string): string {
	const local = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone);
	const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
	const daysAhead = today.toPlainDate().until(local.toPlainDate()).days;
	const date = daysAhead >= 0 && daysAhead < 7 ? '' : ` ${local.day} ${MONTHS[local.month - 1]}`;
	return `${WEEKDAYS[local.dayOfWeek - 1]}${date}, ${twoDigits(local.hour)}:${twoDigits(local.minute)}`;
}
