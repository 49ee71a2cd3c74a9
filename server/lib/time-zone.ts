import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';

/** No stored data is older than this. */
const EARLIEST = Temporal.Instant.from('2020-01-01T00:00Z');
/** Longer than a server process runs. */
const YEARS_AHEAD = 10;
const MINUTE_NS = 60_000_000_000;

/** UTC offset changes of a time zone from 2020 until ten years ahead. */
export function utcOffsetChangesOf(
	timeZone: string,
	now: Temporal.Instant = Temporal.Now.instant(),
): UtcOffsetChanges {
	const end = now.toZonedDateTimeISO(timeZone).add({ years: YEARS_AHEAD }).epochMilliseconds;
	const first = EARLIEST.toZonedDateTimeISO(timeZone);
	const later: UtcOffsetChanges[number][] = [];
	let transition = first.getTimeZoneTransition('next');
	while (transition !== null && transition.epochMilliseconds < end) {
		later.push(changeAt(transition));
		transition = transition.getTimeZoneTransition('next');
	}
	return [changeAt(first), ...later];
}

function changeAt({
	epochMilliseconds,
	offsetNanoseconds,
}: Temporal.ZonedDateTime): UtcOffsetChanges[number] {
	return [epochMilliseconds, offsetNanoseconds / MINUTE_NS];
}
