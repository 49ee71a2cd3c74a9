import { useState, useSyncExternalStore } from 'react';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { formatDealTime } from '#web/features/deals/deal-times.ts';
import { watchClock } from '#web/lib/clock.ts';

/** The time that the user has chosen from a proposal. The choice ends when that time has passed. */
export function useChosenSlot() {
	const [chosen, choose] = useState<string>();
	const minute = useSyncExternalStore(watchClock, currentMinute);
	const hasPassed = (slot: string) => Date.parse(slot) <= minute;
	const slot = chosen === undefined || hasPassed(chosen) ? undefined : chosen;
	const askForChoice =
		chosen === undefined ? DEAL_MESSAGES.chooseFirst : DEAL_MESSAGES.chooseAnother;
	const buttonLabel =
		slot === undefined ? askForChoice : DEAL_MESSAGES.takeSlot(formatDealTime(slot));
	return { slot, choose, hasPassed, buttonLabel };
}

/** The start of the current minute, in milliseconds since 1970. */
function currentMinute(): number {
	return Math.floor(Date.now() / 60_000) * 60_000;
}
