import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { site } from './site.ts';

/** The college's local time at a moment, as the UTC fields of a Date. */
export function toCampusTime(iso: string, changes: UtcOffsetChanges = site.utcOffsetChanges): Date {
	const moment = Date.parse(iso);
	const [, offsetMinutes] = changes.findLast(([from]) => from <= moment) ?? changes[0];
	return new Date(moment + offsetMinutes * 60_000);
}
