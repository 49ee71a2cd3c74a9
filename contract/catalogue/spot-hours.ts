import type { Spot } from './schemas.ts';

export type SpotHours = Pick<Spot, 'opens' | 'closes'>;

/** Whether a spot is open over midnight. */
export function closesNextDay({ opens, closes }: SpotHours): boolean {
	return closes < opens;
}

/**
 * Whether opens ≤ minute < closes, over midnight too.
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
