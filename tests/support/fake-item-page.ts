import { getPerson } from '#contract/accounts/endpoints.ts';
import { countItemChats, getItemChats, listBlocked } from '#contract/chat/endpoints.ts';
import { getDeal, getQueue, listDeals } from '#contract/deals/endpoints.ts';
import {
	getAllItems,
	getItem,
	getItemDetails,
	getSimilarItems,
	listItems,
} from '#contract/items/endpoints.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { sampleDeal } from './deal-replies.ts';
import { fakeApi } from './fake-api.ts';
import { fakeFormAdvice } from './fake-item-form.ts';
import { sampleItem } from './item-replies.ts';

/**
 * Fakes every answer that the page of an item needs. The item is another student's unless `changes` say otherwise.
 * @returns the item; later changes of its fields show in later answers
 */
export function fakeItemPage(changes: Partial<ItemDetails> = {}): ItemDetails {
	const item = sampleItem({ userId: 99, User: { userName: 'Meera' }, ...changes });
	const person = {
		id: item.userId,
		userName: item.User.userName,
		profilePicUrl: null,
		isVerified: false,
		joined: '2026-01-01T12:00:00.000Z',
		onSale: 1,
		sold: 0,
		replyMinutes: null,
		deals: 0,
		rating: null,
		reviewCount: 0,
		isReliable: false,
	};
	fakeApi.answer(getItemDetails, () => ({ success: true, data: item }));
	fakeApi.answer(getPerson, { success: true, person });
	fakeApi.answerByDefault(getItem, () => ({ ...item, savedCount: 0 }));
	// Requested on a buyer's page: a deal in which an offer can be made.
	fakeApi.answerByDefault(getDeal, ({ params }) => ({
		success: true,
		deal: sampleDeal({
			...params,
			sellerId: item.userId,
			askedPrice: item.price,
			actions: ['offer'],
		}),
	}));
	// Requested on the seller's page: an empty queue, no deals, no chats.
	fakeApi.answerByDefault(getQueue, { success: true, queue: [] });
	fakeApi.answerByDefault(listDeals, { success: true, deals: [], nextCursor: null });
	fakeApi.answerByDefault(getItemChats, []);
	fakeApi.answerByDefault(getSimilarItems, { items: [] });
	fakeApi.answerByDefault(listItems, { items: [], nextCursor: null, total: 0 });
	fakeApi.answerByDefault(getAllItems, []);
	fakeApi.answerByDefault(listBlocked, { success: true, people: [] });
	fakeApi.answerByDefault(countItemChats, { success: true, buyers: 0, unread: 0 });
	// The page has links to the item form, whose requests are answered too.
	fakeFormAdvice();
	return item;
}
