import { sql } from 'drizzle-orm';
import type { Spot } from '#contract/catalogue/schemas.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { App } from './app.ts';
import { waitForCatalogue } from './catalogue-changes.ts';
import { passDealTime } from './pass-deal-time.ts';

type Student = Awaited<ReturnType<App['student']>>;

/** For tests of deals: requests of seller and buyer, and functions that prepare rows or read what is stored. */
export function openDeals(t: App) {
	/** @returns the response to a request for an action, which may be refused */
	async function requestAction(
		who: Student,
		itemId: number,
		buyer: { id: number },
		action: DealAction,
		payload: object = {},
	) {
		return t.as(who).post(`/deals/${itemId}/${buyer.id}/${action}`, payload);
	}

	/** @returns the deal after the action, which must succeed */
	async function doAction(
		who: Student,
		itemId: number,
		buyer: { id: number },
		action: DealAction,
		payload: object = {},
	): Promise<Deal> {
		const res = await requestAction(who, itemId, buyer, action, payload);
		if (res.statusCode !== 200) throw new Error(`${action}: ${res.body}`);
		return res.json().deal;
	}

	async function readDeal(who: Student, itemId: number, buyer: { id: number }): Promise<Deal> {
		return (await t.as(who).get(`/deals/${itemId}/${buyer.id}`)).json().deal;
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

	/** Sends the buyer’s first message about an item. */
	async function askAboutItem(buyer: Student, itemId: number): Promise<void> {
		await t.message(await t.conversation({ id: itemId }, buyer), buyer, 'Is it still there?');
	}

	/** Posts an item, and signs up two people who might buy it. */
	async function startSale(price = 450) {
		const confirmed = { emailConfirmedAt: new Date() };
		const [seller, buyer] = [await t.student(), await t.student(confirmed)];
		const other = await t.student(confirmed);
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

	/** The types of the steps in the chat, oldest first. */
	async function eventsOf(who: Student, itemId: number, buyer: { id: number }) {
		const messages = (await t.as(who).get(`/chat/conversation/${itemId}/${buyer.id}`)).json();
		return messages.flatMap(({ event }: { event?: { type: string } }) => event?.type ?? []);
	}

	/** The kinds of a student's notifications, oldest first. */
	async function notificationsOf({ id }: { id: number }): Promise<string[]> {
		const { rows } = await t.db.execute<{ kind: string }>(
			sql`select kind from notices where user_id = ${id} order by id`,
		);
		return rows.map(({ kind }) => kind);
	}

	const passTime = (itemId: number, hours: number) => passDealTime(t.db, itemId, hours);
	return {
		requestAction,
		doAction,
		readDeal,
		passTime,
		startSale,
		reservedSale,
		askAboutItem,
		eventsOf,
		notificationsOf,
		openSpot,
	};
}
