import type { Spot } from '#contract/catalogue/schemas.ts';
import { isOpenAt, type SpotHours } from '#contract/catalogue/spot-hours.ts';
import { DEAL_INPUT_ERRORS } from '#contract/deals/errors.ts';
import { DEAL_LIMITS } from '#contract/deals/facts.ts';
import { campusMinute, fromCampusInput, toCampusInput } from '#web/features/deals/deal-times.ts';
import { formatWeekday, WEEK_DAYS } from '#web/lib/short-dates.ts';

/** Proposed times are multiples of this duration. */
export const SLOT_STEP_MS = DEAL_LIMITS.slotStepMinutes * 60_000;
/** How far ahead a proposed time may be. */
export const SLOT_RANGE_MS = DEAL_LIMITS.slotDaysMax * 86_400_000;
const CHIP_MINUTES = 30;
const DAY_MINUTES = 1440;

/** A day with the times that are suggested for it. */
interface DayChips {
	/** '2026-11-24', in the college's time zone. */
	date: string;
	/** 'Today', else 'Tue 24'. */
	label: string;
	/** ISO 8601. */
	slots: readonly string[];
}

/**
 * The next seven days of the college's calendar, each with its half hours that are still to come and within the hours.
 * Days without such a half hour are left out.
 */
export function dayChips(hours: SpotHours, nowMs: number): readonly DayChips[] {
	const todayMs = Date.parse(toCampusInput(new Date(nowMs).toISOString()).slice(0, 10));
	const days = Array.from({ length: WEEK_DAYS }, (_, index) => {
		const date = new Date(todayMs + index * 86_400_000).toISOString().slice(0, 10);
		const slots = Array.from(
			{ length: DAY_MINUTES / CHIP_MINUTES },
			(_, half) => half * CHIP_MINUTES,
		)
			.filter((minute) => isOpenAt(hours, minute))
			.flatMap((minute) => fromCampusInput(`${date}T${clockOf(minute)}`) ?? [])
			.filter((slot) => Date.parse(slot) > nowMs);
		return { date, label: index === 0 ? 'Today' : dayLabel(date), slots };
	});
	return days.filter(({ slots }) => slots.length > 0);
}

function dayLabel(date: string): string {
	return `${formatWeekday(fromCampusInput(`${date}T12:00`) ?? date)} ${Number(date.slice(8))}`;
}

/** '08:30'. */
function clockOf(minuteOfDay: number): string {
	return new Date(minuteOfDay * 60_000).toISOString().slice(11, 16);
}

/** The spots, those used last first; the others in the order of the catalogue. */
export function byLastUse(spots: readonly Spot[], usedIds: readonly number[]): readonly Spot[] {
	const rank = ({ id }: Spot) => (usedIds.includes(id) ? usedIds.indexOf(id) : usedIds.length);
	return spots.toSorted((one, other) => rank(one) - rank(other));
}

/** A time that was typed in the college's time zone, rounded up to whole steps; undefined for an incomplete time. */
export function typedSlot(local: string): string | undefined {
	const slot = fromCampusInput(local);
	if (slot === undefined) return undefined;
	return new Date(Math.ceil(Date.parse(slot) / SLOT_STEP_MS) * SLOT_STEP_MS).toISOString();
}

/**
 * The error message for a proposed time; undefined for a valid time.
 * @param spot undefined for a place in own words, which has no hours
 * @param earlierSlots the times before this one
 */
export function slotFault(
	slot: string,
	spot: Spot | undefined,
	earlierSlots: readonly string[],
	nowMs: number,
): string | undefined {
	const ms = Date.parse(slot);
	if (ms <= nowMs) return DEAL_INPUT_ERRORS.slotPast.message;
	if (ms > nowMs + SLOT_RANGE_MS) return DEAL_INPUT_ERRORS.slotTooFar.message;
	if (spot && !isOpenAt(spot, campusMinute(slot)))
		return DEAL_INPUT_ERRORS.slotHours(spot.name, spot.opens, spot.closes).message;
	return earlierSlots.includes(slot) ? DEAL_INPUT_ERRORS.slotTwice.message : undefined;
}
