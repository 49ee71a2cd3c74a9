import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { daysSince } from '#web/lib/short-dates.ts';

/**
 * Advice and messages suggested above the message field while a hand-over is agreed. The messages are suggested only
 * on the day of the hand-over.
 * @returns undefined without an agreed hand-over, and after one side has said how it went
 */
export function meetingSuggestions(deal: Deal | undefined) {
	const { agreedSlot, done } = deal?.handover ?? {};
	if (!agreedSlot || done?.buyer != null || done?.seller != null) return undefined;
	return {
		advice: DEAL_MESSAGES.checkFirst,
		label: DEAL_MESSAGES.meetingMessagesLabel,
		messages: daysSince(agreedSlot) === 0 ? DEAL_MESSAGES.meetingMessages : [],
	};
}
