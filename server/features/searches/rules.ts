import { createHash } from 'node:crypto';
import { DAILY_ALERT_HOUR } from '#contract/searches/facts.ts';
import type { SearchVocabulary } from '#server/features/catalogue/queries.ts';

/** The next time of daily alerts after `now`, in the time zone of the college. */
export function nextDailyAlert(now: Date, timeZone: string): Date {
	const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
	const today = local.withPlainTime({ hour: DAILY_ALERT_HOUR });
	const isPast = Temporal.ZonedDateTime.compare(today, local) <= 0;
	return new Date((isPast ? today.add({ days: 1 }) : today).epochMilliseconds);
}

/** Increment it when words are compiled in a different way. */
const COMPILER_VERSION = 3;

/**
 * Identifies a version of the search words, the subject codes and the compiler. A search that was compiled with
 * another version is compiled again.
 */
export function fingerprintOf({ searchWords, subjects }: SearchVocabulary): string {
	const codes = subjects.map(({ code }) => code);
	return createHash('sha256')
		.update(JSON.stringify([COMPILER_VERSION, searchWords, codes]))
		.digest('base64url');
}
