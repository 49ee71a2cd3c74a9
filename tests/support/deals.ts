import { sql } from 'drizzle-orm';
import type { Spot } from '#contract/catalogue/schemas.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { App } from './app.ts';
import { waitForCatalogue } from './catalogue-changes.ts';
import { passDealTime } from './pass-deal-time.ts';

type Student = Awaited<ReturnType<App['student']>>;
interface Sale {
	seller: Student;
	buyer: Student;
	itemId: number;
}

const HOUR_MS = 3_600_000;
/** Hand-overs begin on five minutes. */
const SLOT_MS = 300_000;

/** Where agreed hand-overs take place. */
export const HANDOVER_PLACE = 'Room 214, Ganga hostel';

/** Nothing of an item is open, as `countOpen` tells. */
export const NOTHING_OPEN = { offers: 0, holds: 0, places: 0 };

/** For tests of deals: requests of seller and buyer, scenes that a test begins with, and readings of what is stored. */
export function openDeals(t: App) {
	const requests = openRequests(t);
	return { ...requests, ...openScenes(t, requests), ...openReadings(t) };
}

function openRequests(t: App) {
	/** @returns the response to a request for an action, which may be refused */
	const requestAction = (
		who: Student,
		itemId: number,
		buyer: { id: number },
		action: DealAction,
		payload: object = {},
	) => t.as(who).post(`/deals/${itemId}/${buyer.id}/${action}`, payload);

	/** @returns 200, or the code of the refusal */
	async function outcomeOf(...request: Parameters<typeof requestAction>) {
		const res = await requestAction(...request);
		return res.statusCode === 200 ? 200 : (res.json().code as string);
	}

	/** @returns the deal after the action, which must succeed */
	async function doAction(...request: Parameters<typeof requestAction>): Promise<Deal> {
		const res = await requestAction(...request);
		if (res.statusCode !== 200) throw new Error(`${request[3]}: ${res.body}`);
		return res.json().deal;
	}

	async function readDeal(who: Student, itemId: number, buyer: { id: number }): Promise<Deal> {
		return (await t.as(who).get(`/deals/${itemId}/${buyer.id}`)).json().deal;
	}

	/** Marks the item as sold. @returns the response, which may be a refusal */
	const sell = (seller: Student, itemId: number, body: object = {}) =>
		t.as(seller).patch(`/item/mark-as-sold/${itemId}`, body);

	/** Sends the buyer’s first message about an item. */
	async function askAboutItem(buyer: Student, itemId: number): Promise<void> {
		await t.message(await t.conversation({ id: itemId }, buyer), buyer, 'Is it still there?');
	}

	const passTime = (itemId: number, hours: number) => passDealTime(t.db, itemId, hours);

	return { requestAction, outcomeOf, doAction, readDeal, sell, askAboutItem, passTime };
}

function openScenes(t: App, { doAction, askAboutItem, passTime }: ReturnType<typeof openRequests>) {
	/** A person with a confirmed address, who may join queues. */
	const confirmed = (userName?: string) =>
		t.student({ emailConfirmedAt: new Date(), ...(userName && { userName }) });

	/** Posts an item, and signs up two people who might buy it, unless a buyer is given. */
	async function startSale(price = 450, ofBuyer?: Student) {
		const seller = await t.student();
		const [buyer, other] = [ofBuyer ?? (await confirmed()), await confirmed()];
		const { id: itemId } = await t.item(seller, { price });
		return { seller, buyer, other, itemId };
	}

	/** As startSale(); the item is then reserved for the buyer, with the other person in the queue. */
	async function reservedSale() {
		const sale = await startSale();
		const { seller, buyer, other, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, buyer, 'reserve', { hours: 48 });
		await doAction(other, itemId, other, 'join-queue');
		return sale;
	}

	/** As startSale(); the item is then reserved for the buyer, and a hand-over is agreed. */
	async function saleWithHandover(ofBuyer?: Student) {
		const sale = await startSale(450, ofBuyer);
		const { seller, buyer, itemId } = sale;
		await askAboutItem(buyer, itemId);
		await doAction(seller, itemId, buyer, 'reserve', { hours: 120 });
		return { ...sale, ...(await agreeOnHandover(sale)) };
	}

	/** Agrees on a hand-over in two days, at a place in own words. */
	async function agreeOnHandover(
		{ seller, buyer, itemId }: Sale,
		proposedBy: 'seller' | 'buyer' = 'seller',
	) {
		const [proposer, other] = proposedBy === 'seller' ? [seller, buyer] : [buyer, seller];
		const slot = new Date(Math.ceil(Date.now() / SLOT_MS) * SLOT_MS + 48 * HOUR_MS).toISOString();
		const proposal = { place: HANDOVER_PLACE, slots: [slot] };
		const { handover } = await doAction(proposer, itemId, buyer, 'propose-handover', proposal);
		const handoverId = handover?.id;
		await doAction(other, itemId, buyer, 'accept-handover', { handoverId, slot });
		return { handoverId, slot };
	}

	/** Lets time pass until so many minutes after the agreed time of a hand-over. */
	async function reachSlot({ itemId, slot }: { itemId: number; slot: string }, minutes = 16) {
		await passTime(itemId, (Date.parse(slot) - Date.now()) / HOUR_MS + minutes / 60);
	}

	/**
	 * Adds a hand-over spot to the catalogue.
	 * @returns its id
	 */
	async function openSpot({ name, opens, closes }: Pick<Spot, 'name' | 'opens' | 'closes'>) {
		const { rows } = await t.db.execute<{ id: number }>(sql`
			insert into spots (name, hint, opens, closes, position)
			values (${name}, 'By the notice board', ${opens}, ${closes}, 0) returning id`);
		const id = rows[0]?.id ?? 0;
		await waitForCatalogue(t, ({ spots }) => spots.some((spot) => spot.id === id));
		return id;
	}

	/** Starts or ends maintenance; when it ends, it has lasted 30 hours. */
	async function setMaintenance(admin: { token: string }, maintenanceMode: boolean) {
		await t.as(admin).put('/admin/settings', { maintenanceMode });
		if (maintenanceMode)
			await t.db.execute(sql`update settings set closed_at = closed_at - interval '30 hours'`);
	}

	return {
		confirmed,
		startSale,
		reservedSale,
		saleWithHandover,
		agreeOnHandover,
		reachSlot,
		openSpot,
		setMaintenance,
	};
}

function openReadings(t: App) {
	/** The messages of the chat as this person sees them, oldest first. */
	const messagesOf = async (
		who: Student,
		itemId: number,
		buyer: { id: number },
	): Promise<ChatMessage[]> =>
		(await t.as(who).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();

	/** The types of the steps in the chat, oldest first. */
	async function eventsOf(...chat: Parameters<typeof messagesOf>) {
		return (await messagesOf(...chat)).flatMap(({ event }) => event?.type ?? []);
	}

	async function noticesOf({ id }: { id: number }) {
		const { rows } = await t.db.execute<{ kind: string; title: string }>(
			sql`select kind, title from notices where user_id = ${id} order by id`,
		);
		return rows;
	}
	/** The kinds of a student's notifications, oldest first. */
	const notificationsOf = async (who: { id: number }) =>
		(await noticesOf(who)).map(({ kind }) => kind);
	/** The title of a user's newest notification. */
	const lastTitleOf = async (who: { id: number }) => (await noticesOf(who)).at(-1)?.title;

	/** How many offers, holds and places in a queue of an item are open. */
	async function countOpen(itemId: number) {
		const { rows } = await t.db.execute<Record<'offers' | 'holds' | 'places', number>>(sql`
			select count(offer)::int as offers, count(hold)::int as holds, count(place)::int as places
			from deals where item_id = ${itemId}`);
		return rows[0];
	}

	/** Until when everybody sees that an item is reserved. */
	const shownUntil = async (itemId: number): Promise<string | null> =>
		(await t.as(null).get(`/item/get-item-details/${itemId}`)).json().data.reservedUntil;

	return { messagesOf, eventsOf, notificationsOf, lastTitleOf, countOpen, shownUntil };
}
