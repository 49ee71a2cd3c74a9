import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { site } from './site.ts';

/** What the college's clocks and calendars show at a moment, as the UTC parts of a date. */
export function toCampusTime(iso: string, changes: UtcOffsetChanges = site.clockChanges): Date {
	const moment = Date.parse(iso);
	const [, offsetMinutes] = changes.findLast(([from]) => from <= moment) ?? changes[0];
	return new Date(moment + offsetMinutes * 60_000);
}
