import { getPerson } from '#contract/accounts/endpoints.ts';
import { shownPerson } from '#contract/accounts/schemas.ts';
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
import { sample } from './sample.ts';

/**
 * Fakes every answer that the page of an item needs. The item is another student's unless `changes` say otherwise.
 * @returns the item; later changes of its fields show in later answers
 */
export function fakeItemPage(changes: Partial<ItemDetails> = {}): ItemDetails {
	const item = sampleItem({ userId: 99, User: { userName: 'Meera' }, ...changes });
	const { userId, User } = item;
	const seller = { id: userId, ...User, joined: '2026-01-01T12:00:00.000Z', onSale: 1 };
	fakeApi.answer(getItemDetails, () => ({ data: item }));
	fakeApi.answer(getPerson, { person: sample(shownPerson, seller) });
	fakeApi.answerByDefault(getItem, () => ({ ...item, savedCount: 0 }));
	// Requested on a buyer's page: a deal in which an offer can be made.
	fakeApi.answerByDefault(getDeal, ({ params }) => ({
		deal: sampleDeal({ ...params, sellerId: userId, askedPrice: item.price, actions: ['offer'] }),
	}));
	// Requested on the seller's page: an empty queue, no deals, no chats.
	fakeApi.answerByDefault(getItemChats, []);
	fakeApi.answerByDefault(getAllItems, []);
	for (const endpoint of [
		getQueue,
		listDeals,
		getSimilarItems,
		listItems,
		listBlocked,
		countItemChats,
	])
		fakeApi.answerByDefault(endpoint);
	// The page has links to the item form, whose requests are answered too.
	fakeFormAdvice();
	return item;
}
