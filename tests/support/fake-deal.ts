import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { actInDeal, getDeal } from '#contract/deals/endpoints.ts';
import type { DealAction, DealRole } from '#contract/deals/facts.ts';
import { DEAL_ACTION_REPLIES } from '#contract/deals/labels.ts';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from './account-replies.ts';
import { chatItem, chatPartner } from './chat-replies.ts';
import { sampleDeal } from './deal-replies.ts';
import { fakeApi } from './fake-api.ts';
import { fakeChat } from './fake-chat.ts';
import { fakeRealtime } from './fake-realtime.ts';

/**
 * Fakes a chat with Meera about an item for ₹450 with the given deal. Every step is accepted and answered
 * with the deal as the test has set it, but without further actions.
 */
export function fakeDeal(changes: Partial<Deal> = {}) {
	const role: DealRole = changes.role ?? 'buyer';
	const other = chatPartner({ userName: 'Meera' });
	const item = chatItem({ title: 'Mini drafter', price: 450 });
	const chat = fakeChat({ role, item, other });
	const ids = {
		itemId: item.id,
		buyerId: role === 'buyer' ? STUDENT.id : other.id,
		sellerId: role === 'buyer' ? other.id : STUDENT.id,
	};
	let deal = sampleDeal({ ...ids, role, ...changes });
	fakeApi.answer(getDeal, () => ({ deal }));
	fakeApi.answer(actInDeal, ({ params }) => {
		deal = { ...deal, actions: [] };
		return { deal, message: DEAL_ACTION_REPLIES[params.action] };
	});

	return {
		...chat,
		other,
		currentDeal: () => deal,
		/** Changes the deal as the other side would, without notifying the page. */
		changeDeal(fields: Partial<Deal>): void {
			deal = { ...deal, ...fields };
		},
		/** Notifies the page that the deal has changed. */
		announceChange: () =>
			fakeRealtime.emit(REALTIME_EVENTS.dealChanged, {
				itemId: ids.itemId,
				buyerId: ids.buyerId,
			}),
	};
}

/** The part of a chat page that shows the state of the deal and the actions that are possible. */
export const dealStrip = page.getByRole('region', { name: DEAL_MESSAGES.stripLabel });
export const dealButton = (name: string) => dealStrip.getByRole('button', { name, exact: true });

/** The steps that the page has sent. */
export function sentSteps(): { action: DealAction; body: unknown }[] {
	return fakeApi.requests(actInDeal).map(({ params: { action }, body }) => ({ action, body }));
}
