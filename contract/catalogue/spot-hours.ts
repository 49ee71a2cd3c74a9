import type { Spot } from './schemas.ts';

export type SpotHours = Pick<Spot, 'opens' | 'closes'>;

/** Whether a spot closes on the day after it opens. */
export function closesNextDay({ opens, closes }: SpotHours): boolean {
	return closes < opens;
}

/**
 * Whether a spot is open: from the minute at which it opens to the one before it closes, also over midnight.
 * @param minuteOfDay by the college's clock, from 0 to 1439
 */
export function isOpenAt(hours: SpotHours, minuteOfDay: number): boolean {
	const hasOpened = minuteOfDay >= toMinuteOfDay(hours.opens);
	const hasNotClosed = minuteOfDay < toMinuteOfDay(hours.closes);
	return closesNextDay(hours) ? hasOpened || hasNotClosed : hasOpened && hasNotClosed;
}

/** @param time `HH:MM` */
function toMinuteOfDay(time: string): number {
	const [hours, minutes] = time.split(':').map(Number);
	return (hours ?? 0) * 60 + (minutes ?? 0);
}
