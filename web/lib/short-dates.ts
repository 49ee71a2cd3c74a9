import { formatDay, formatYear } from './format.ts';
import { toCampusTime } from './time-zone.ts';

/** 'Tue'. */
export function formatWeekday(iso: string): string {
	return toCampusTime(iso).toUTCString().slice(0, 3);
}

/** '3 Nov'. */
export function formatShortDay(iso: string): string {
	// September is 'Sept', as in Intl for en-IN.
	return formatDay(iso).replace(/ (\w{3}t?)\w* \d+$/, ' $1');
}

/** '3 Nov 2025'. */
export function formatDate(iso: string): string {
	return `${formatShortDay(iso)} ${formatYear(iso)}`;
}
