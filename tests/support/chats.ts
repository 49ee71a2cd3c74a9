import type { openApp } from './app.ts';

/** A seller, a buyer called Ravi, and his words about the seller's item. */
export async function writtenIn(t: Awaited<ReturnType<typeof openApp>>, ...words: string[]) {
	const [seller, buyer] = [await t.student(), await t.student({ userName: 'Ravi' })];
	const item = await t.item(seller);
	const room = await t.conversation(item, buyer);
	for (const body of words) await t.message(room, buyer, body);
	/** As the notification centre calls it. */
	const entry = `m${item.id}-${buyer.id}`;
	return { seller, buyer, item, room, entry };
}
