import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { DEAL_ACTIONS, type DealAction, type DealRole } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { reservationEnd } from '#contract/items/reservation.ts';
import type { App } from '../app.ts';
import { openDeals } from '../deals.ts';
import type { AnyBody } from './bodies.ts';
import {
	banBuyer,
	banItem,
	canChangePrice,
	changePrice,
	markSold,
	relist,
	setBlocked,
	unbanItem,
} from './changes.ts';
import { BUYERS, type Command } from './commands.ts';
import { passTime } from './passing-time.ts';
import { type Answer, perform } from './perform.ts';
import { refusal } from './refusals.ts';
import { bodyFor } from './requests.ts';
import { serverViewOf } from './server-view.ts';
import {
	currentHandover,
	newWorld,
	openOffer,
	type Pair,
	pairOf,
	turnOf,
	type World,
} from './state.ts';
import { viewOf } from './views.ts';

const HOUR_MS = 3_600_000;
const PRICE = 450;

type Student = Awaited<ReturnType<App['student']>>;
type Deals = ReturnType<typeof openDeals>;

interface Request {
	role: DealRole;
	buyer: number;
	action: DealAction;
	body: AnyBody;
}

/** The state of a run: the item with its people on the server, the model, and the requests sent. */
interface Run {
	t: App;
	deals: Deals;
	admin: { token: string };
	itemId: number;
	seller: Student;
	buyers: Student[];
	world: World;
	spotIds: readonly number[];
	requests: Request[];
	/** By buyer: the deal as it was last read from the server. */
	lastDeals: (Deal | undefined)[];
	/** The commands so far, for the message of a failure. */
	history: string[];
}

/**
 * Executes commands on a new item, and expects that server and model agree. After each command it compares one of the
 * deals, in turn; after the last command, all of them.
 */
export async function runCommands(
	{ t, admin, spotIds }: Pick<Run, 't' | 'admin' | 'spotIds'>,
	commands: readonly Command[],
): Promise<void> {
	const seller = await t.student();
	const buyers = await Promise.all(
		Array.from({ length: BUYERS }, (_, buyer) =>
			t.student({ emailConfirmedAt: buyer < 2 ? new Date() : null }),
		),
	);
	const { id: itemId } = await t.item(seller, { price: PRICE });
	const world = newWorld(PRICE, BUYERS);
	const run: Run = {
		t,
		deals: openDeals(t),
		admin,
		itemId,
		seller,
		buyers,
		world,
		spotIds,
		requests: [],
		lastDeals: [],
		history: [],
	};
	const [first] = buyers;
	if (!first) throw new Error('There are no buyers.');
	await t.message(await t.conversation({ id: itemId }, first), first, 'Is it still there?');
	Object.assign(pairOf(world, 0), { hasWritten: true, isHeard: true });
	for (const [index, command] of commands.entries()) {
		try {
			await executeCommand(run, command);
			const isLast = index === commands.length - 1;
			const comparedPairs = world.pairs.filter(({ buyer }) => isLast || buyer === index % BUYERS);
			await expectAgreement(run, comparedPairs);
		} catch (error) {
			const steps = run.history.join('\n');
			throw new Error(`Server and model differ after:\n${steps}`, { cause: error });
		}
	}
}

/** Executes one command on the server and in the model. */
async function executeCommand(run: Run, command: Command): Promise<void> {
	if (command.kind !== 'step' && command.kind !== 'wait') run.history.push(JSON.stringify(command));
	const executeOne = EXECUTORS[command.kind] as (run: Run, command: Command) => Promise<void>;
	await executeOne(run, command);
}

type Kinds = { [One in Command as One['kind']]: One };
const EXECUTORS: { [Kind in keyof Kinds]: (run: Run, command: Kinds[Kind]) => Promise<void> } = {
	async step(run, command) {
		const hoursToHandover = hoursUntilHandover(run.world);
		if (hoursToHandover > 0 && command.choice % 3 > 0) return wait(run, hoursToHandover + 0.2);
		const request = possibleRequest(run, command);
		if (request) await send(run, request);
	},
	attempt: (run, command) => send(run, { ...command, body: bodyOf(run, command) }),
	async repeat(run, { back }) {
		const request = run.requests.at(-1 - back);
		if (request) await send(run, request);
	},
	wait: (run, { hours }) => wait(run, hours),
	async price({ world, t, itemId }, { price, isPriceFixed }) {
		if (!canChangePrice(world)) return;
		await t.db.execute(
			sql`update items set price = ${price}, is_price_fixed = ${isPriceFixed} where id = ${itemId}`,
		);
		changePrice(world, price, isPriceFixed);
	},
	async block({ world, t, seller, buyers }, { by, buyer }) {
		const pair = pairOf(world, buyer);
		if (pair.isBanned) return;
		const isBlocked = !pair.blockedBy[by];
		const person = buyers[buyer] as Student;
		const [from, to] = by === 'buyer' ? [person, seller] : [seller, person];
		const path = `/people/${to.id}/block`;
		const res = isBlocked ? await t.as(from).put(path) : await t.as(from).delete(path);
		expect(res.statusCode, res.body).toBe(200);
		setBlocked(world, pair, by, isBlocked);
	},
	async sale({ world, t, itemId, seller, buyers }, { buyer, price }) {
		const pair = buyer === null ? undefined : pairOf(world, buyer);
		const body = {
			...(buyer !== null && { buyerId: buyers[buyer]?.id }),
			...(price !== undefined && { price }),
		};
		const expected = markSold(world, { buyer: pair, price });
		const res = await t.as(seller).patch(`/item/mark-as-sold/${itemId}`, body);
		expect(res.statusCode, res.body).toBe(expected);
	},
	async itemBan({ world, t, itemId, admin }) {
		const isBanned = world.bannedAt !== null;
		const path = `/admin/items/${itemId}/${isBanned ? 'unban' : 'ban'}`;
		const res = await t.as(admin).put(path, isBanned ? undefined : { reason: 'Not as shown.' });
		expect(res.statusCode, res.body).toBe(200);
		if (isBanned) unbanItem(world);
		else banItem(world);
	},
	async relist({ world, t, itemId, admin }) {
		if (world.soldAt === null || world.bannedAt !== null) return;
		const res = await t.as(admin).put(`/admin/items/${itemId}/relist`);
		expect(res.statusCode, res.body).toBe(200);
		relist(world);
	},
	async buyerBan({ world, t, buyers, admin }, { buyer }) {
		const pair = pairOf(world, buyer);
		if (pair.isBanned) return;
		const path = `/admin/users/${buyers[buyer]?.id}/ban`;
		const res = await t.as(admin).put(path, { reason: 'Spam.' });
		expect(res.statusCode, res.body).toBe(200);
		banBuyer(world, pair);
	},
};

async function wait({ world, deals, itemId, history }: Run, hours: number): Promise<void> {
	history.push(`wait ${hours} hours`);
	await deals.passTime(itemId, hours);
	passTime(world, hours);
}

/** Hours until the agreed time of the current hand-over; 0 if there is none. */
function hoursUntilHandover(world: World): number {
	const holder = world.reservation && pairOf(world, world.reservation.buyer);
	const slot = holder && currentHandover(world, holder)?.agreedSlot;
	return slot ? slot - world.now : 0;
}

/**
 * Actions that only a series of other steps makes possible: chosen more often, because otherwise most steps are offers
 * and reservations, and hardly a sequence comes as far as the outcome of a hand-over.
 */
const LATE_ACTIONS: ReadonlySet<DealAction> = new Set([
	'take-turn',
	'propose-handover',
	'accept-handover',
	'handover-done',
	'handover-missed',
	'confirm-sale',
	'review',
	'reply-review',
]);

/** One of the requests, of any person, that the model allows now. */
function possibleRequest(
	run: Run,
	{ choice, pick }: { choice: number; pick: number },
): Request | undefined {
	const { world } = run;
	if (world.bannedAt !== null) return undefined;
	const possible = world.pairs.flatMap((pair) =>
		(['buyer', 'seller'] as const).flatMap((role) =>
			DEAL_ACTIONS.filter((action) => {
				const cannotAct = role === 'seller' ? !pair.isHeard : pair.isBanned;
				return !cannotAct && refusal(action, { world, pair, role, body: undefined }) === undefined;
			}).map((action) => ({ role, buyer: pair.buyer, action, pick })),
		),
	);
	const actions = [...new Set(possible.map(({ action }) => action))].flatMap((action) =>
		LATE_ACTIONS.has(action) ? Array<DealAction>(4).fill(action) : action,
	);
	const round = Math.floor(choice / 3);
	const action = actions[round % actions.length];
	const requests = possible.filter((request) => request.action === action);
	const chosen = requests[Math.floor(round / actions.length) % requests.length];
	return chosen && { ...chosen, body: bodyOf(run, chosen) };
}

function bodyOf(
	{ world, lastDeals, spotIds }: Run,
	{ buyer, action, pick }: { buyer: number; action: DealAction; pick: number },
): AnyBody {
	const pair = pairOf(world, buyer);
	return bodyFor(action, { world, pair, lastDeal: lastDeals[buyer], pick, spotIds });
}

async function send(run: Run, request: Request): Promise<void> {
	const { world, deals, itemId, seller, buyers } = run;
	const { role, buyer, action, body } = request;
	const pair = pairOf(world, buyer);
	if (role === 'buyer' && pair.isBanned) return;
	run.requests.push(request);
	run.history.push(`${role} ${buyer}: ${action} ${JSON.stringify(body)}`);
	const person = buyers[buyer] as Student;
	const times = body.slots ?? (body.slot === undefined ? [] : [body.slot]);
	const slots = times.map(hoursIn(world));
	const expected = perform(world, pair, role, { action, body, slots });
	const sender = role === 'buyer' ? person : seller;
	const res = await deals.requestAction(sender, itemId, person, action, body);
	const { code, deal } = res.json();
	const answer: Answer = { status: res.statusCode };
	if (res.statusCode === 409) answer.code = code?.replace('deal/', '');
	expect(answer, `${role} ${buyer}: ${action} ${JSON.stringify(body)}`).toEqual(expected);
	if (expected.status === 400 || expected.status === 404) return;
	adoptIds(world, buyer, deal);
	expectSame(world, buyer, deal);
}

/** Copies the ids that the server assigned into the model. */
function adoptIds(world: World, buyer: number, deal: Deal): void {
	const pair = pairOf(world, buyer);
	const offer = openOffer(pair);
	if (offer && offer.id === 0 && deal.offer) offer.id = deal.offer.id;
	const handover = currentHandover(world, pair);
	if (handover && handover.id === 0 && deal.handover) handover.id = deal.handover.id;
}

const hoursIn = (world: World) => (time: string) =>
	world.now + (new Date(time).getTime() - Date.now()) / HOUR_MS;

/** Equal within three minutes, because a run takes time. */
const about = (hours: number) => expect.closeTo(hours, 1);

function expectSame(world: World, buyer: number, deal: Deal): void {
	const expected = viewOf(world, pairOf(world, buyer), deal.role, about);
	expect(serverViewOf(deal, hoursIn(world))).toEqual(expected);
}

async function expectAgreement(run: Run, pairs: readonly Pair[]): Promise<void> {
	const { t, world, itemId, seller, buyers } = run;
	await Promise.all(
		pairs.flatMap((pair) => {
			const person = buyers[pair.buyer] as Student;
			const readers = pair.isBanned ? [seller] : [seller, person];
			return readers.map(async (reader) => {
				const res = await t.as(reader).get(`/deals/${itemId}/${person.id}`);
				const isHidden = world.bannedAt !== null || (reader === seller && !pair.isHeard);
				expect(res.statusCode).toBe(isHidden ? 404 : 200);
				if (isHidden) return;
				const { deal } = res.json();
				run.lastDeals[pair.buyer] = deal;
				expectSame(world, pair.buyer, deal);
			});
		}),
	);
	expect(await shownReservationEnd(run)).toEqual(expectedReservationEnd(world));
}

function expectedReservationEnd(world: World) {
	const until = world.reservation?.until ?? turnOf(world)?.turnUntil;
	return until === undefined || until === null ? null : about(until);
}

/** The end of the reservation as cards and listings show it, in hours of the model. */
async function shownReservationEnd({ t, world, itemId }: Run): Promise<number | null> {
	const { rows } = await t.db.execute<{ untilMs: number | null; waitingCount: number }>(sql`
		select (extract(epoch from reserved_until) * 1000)::float8 as "untilMs", waiting_count as "waitingCount"
		from items where id = ${itemId}`);
	const [row] = rows;
	if (!row) throw new Error('The item is gone.');
	const reservedUntil = row.untilMs === null ? null : new Date(row.untilMs);
	const end = reservationEnd({ reservedUntil, waitingCount: row.waitingCount }, new Date());
	return end && hoursIn(world)(end.toISOString());
}
