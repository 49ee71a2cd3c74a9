import { DEAL_LIMITS } from './facts.ts';

const HOUR_MS = 3_600_000;

/**
 * The end of a turn: `DEAL_LIMITS.turnHours` after its start, the hours of the night by the college's clock not counted.
 * @param startsAt ISO 8601, like the result
 */
export function turnEnd(startsAt: string, timeZone: string): string {
	const { nightFromHour, nightToHour, turnHours } = DEAL_LIMITS;
	let now = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone);
	for (let leftMs = turnHours * HOUR_MS; ; ) {
		if (now.hour >= nightFromHour) now = atHour(now.add({ days: 1 }), nightToHour);
		else if (now.hour < nightToHour) now = atHour(now, nightToHour);
		const untilNightMs = atHour(now, nightFromHour).epochMilliseconds - now.epochMilliseconds;
		if (leftMs <= untilNightMs) return new Date(now.epochMilliseconds + leftMs).toISOString();
		leftMs -= untilNightMs;
		now = atHour(now, nightFromHour);
	}
}

const atHour = (time: Temporal.ZonedDateTime, hour: number) =>
	time.toPlainDate().toZonedDateTime({ timeZone: time.timeZoneId, plainTime: { hour } });
