import { createHash } from 'node:crypto';
import { DAILY_ALERT_HOUR } from '#contract/searches/facts.ts';
import type { SearchVocabulary } from '#server/features/catalogue/queries.ts';

/** The next time of daily alerts after `now`, in the college's time zone. */
export function nextDailyAlert(now: Date, timeZone: string): Date {
	const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
	const today = local.withPlainTime({ hour: DAILY_ALERT_HOUR });
	const isPast = Temporal.ZonedDateTime.compare(today, local) <= 0;
	return new Date((isPast ? today.add({ days: 1 }) : today).epochMilliseconds);
}

/** Raised when words are compiled in another way. */
const COMPILER_VERSION = 2;

/**
 * Identifies a state of the search words and of the subjects' codes: a search compiled with another state, or by an
 * earlier version, is compiled again.
 */
export function fingerprintOf({ searchWords, subjects }: SearchVocabulary): string {
	const codes = subjects.map(({ code }) => code);
	return createHash('sha256')
		.update(JSON.stringify([COMPILER_VERSION, searchWords, codes]))
		.digest('base64url');
}
