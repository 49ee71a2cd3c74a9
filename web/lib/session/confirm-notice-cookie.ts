import { CONFIRM_SNOOZE_DAYS, SESSION_DAYS } from '#contract/core/cookies.ts';
import { readUiCookie, writeUiCookie } from '#web/lib/ui-cookie.ts';

/**
 * The state of the notice that asks for the confirmation of an email address. `ask`: the next page reserves space for
 * the notice. `later`: the notice was dismissed for some days.
 */
type ConfirmNoticeState = 'ask' | 'later';

const DAY_SECONDS = 86_400;

export function readConfirmNoticeCookie(): ConfirmNoticeState | undefined {
	const value = readUiCookie('confirm-line');
	return value === 'ask' || value === 'later' ? value : undefined;
}

/** @param state undefined if no address is unconfirmed */
export function writeConfirmNoticeCookie(state: ConfirmNoticeState | undefined): void {
	const days = { ask: SESSION_DAYS, later: CONFIRM_SNOOZE_DAYS, none: 0 }[state ?? 'none'];
	writeUiCookie('confirm-line', state ?? '', days * DAY_SECONDS);
}

/** Reserves or releases the space of the notice below the header, as the server does on the next page. */
export function reserveConfirmNoticeSpace(isReserved: boolean): void {
	document.documentElement.dataset.confirm = isReserved ? 'yes' : 'no';
}
