import type { App } from './app.ts';

/** A chat with messages of a buyer called Ravi about a seller's item. */
export async function createChatWithMessages(t: App, ...texts: string[]) {
	const [seller, buyer] = [await t.student(), await t.student({ userName: 'Ravi' })];
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	for (const body of texts) await t.message(room, buyer, body);
	/** The id of the chat's entry in the notification centre, as `formatEntryId` writes it. */
	const entry = `m${item.id}-${buyer.id}`;
	return { seller, buyer, item, room, entry };
}
