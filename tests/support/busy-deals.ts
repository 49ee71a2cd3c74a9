import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import type { DealAction } from '#contract/deals/facts.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { factories, type Student } from './factories.ts';
import type { KillableApp } from './killable-app.ts';
import { onCleanup } from './on-cleanup.ts';

const ITEMS = 10;
const BUYERS_OF_EACH = 9;

/** The results of the steps that were sent, by their `clientId`. */
export interface DealRun {
	acknowledged: string[];
	/** Refused at the first try. */
	refused: string[];
	/** Refused at a retry: the first try may have been stored, and another person may have reacted to it meanwhile. */
	refusedLater: string[];
	/** Sent, and not answered or answered with 503: the step may have been stored. */
	pending: Step[];
	/** Statuses with which no step may be answered. */
	unexpected: number[];
	/** Set by the test just before it kills the app. */
	isKilled: boolean;
	isOver: boolean;
}

interface Step {
	who: Student;
	room: Room;
	action: DealAction;
	body: { clientId: string };
}

interface SentStep {
	status: number;
	tries: number;
}

/** The request bodies of the actions that the people take. */
const BODIES: { [Action in DealAction]?: (deal: Deal, count: number) => object } = {
	offer: ({ askedPrice }, count) => ({ amount: askedPrice - 1 - (count % 100) }),
	'counter-offer': ({ askedPrice }) => ({ amount: askedPrice }),
	'accept-offer': ({ offer }) => ({ offerId: offer?.id }),
	'decline-offer': ({ offer }) => ({ offerId: offer?.id }),
	'withdraw-offer': ({ offer }) => ({ offerId: offer?.id }),
	reserve: () => ({ hours: 24 }),
	release: () => ({}),
	'join-queue': () => ({}),
	'leave-queue': () => ({}),
	'take-turn': () => ({}),
	'pass-turn': () => ({}),
};

/**
 * Creates a hundred people and ten items. After `start`, the people deal until the app stops answering or `stop` is
 * called.
 */
export async function openBusyDeals({
	address,
	url,
	dataDir,
}: Pick<KillableApp, 'address' | 'url' | 'dataDir'>) {
	const connection = openPool(url, () => undefined);
	onCleanup(connection.close);
	const { student, item } = factories(connection.db, createDiskPhotoStore(`${dataDir}/photos`));
	const sales = await Promise.all(
		Array.from({ length: ITEMS }, async () => {
			const seller = await student();
			const buyers = await Promise.all(
				Array.from({ length: BUYERS_OF_EACH }, () => student({ emailConfirmedAt: new Date() })),
			);
			return { seller, buyers, itemId: (await item(seller, { price: 450 })).id };
		}),
	);

	/** Sends a step; tests also send pending steps again with it. @returns the status; 0 without an answer */
	async function send({ who, room, action, body }: Step): Promise<number> {
		return (await requestDeal(address, who, `${room.itemId}/${room.buyerId}/${action}`, body))
			.status;
	}

	/**
	 * Takes one step after another until one is not answered. Until the app is killed, a step that is refused with
	 * 503 is sent again, as a page does.
	 */
	async function takeSteps(who: Student, rooms: readonly Room[], run: DealRun): Promise<void> {
		for (let count = 0; !run.isOver; count++) {
			const room = rooms[count % rooms.length] as Room;
			const { status, deal } = await requestDeal(address, who, `${room.itemId}/${room.buyerId}`);
			// Stop: a hundred people who keep sending requests would slow down the restart.
			if (run.isKilled && isUnanswered(status)) return;
			const step = deal && nextStep(who, room, deal, count);
			if (step && !record(run, step, await sendUntilServed(step, run))) return;
		}
	}

	async function sendUntilServed(step: Step, run: DealRun): Promise<SentStep> {
		for (let tries = 1; ; tries++) {
			const status = await send(step);
			if (status !== 503 || run.isKilled) return { status, tries };
		}
	}

	/** Adds the result of a step to the run. @returns whether the step was answered */
	function record(run: DealRun, step: Step, { status, tries }: SentStep): boolean {
		if (status === 200) run.acknowledged.push(step.body.clientId);
		else if (isRefused(step, status))
			(tries === 1 ? run.refused : run.refusedLater).push(step.body.clientId);
		else if (isUnanswered(status)) run.pending.push(step);
		else run.unexpected.push(status);
		return !isUnanswered(status);
	}

	/** @returns the results so far, and a function that ends the run */
	function start() {
		const run: DealRun = {
			acknowledged: [],
			refused: [],
			refusedLater: [],
			pending: [],
			unexpected: [],
			isKilled: false,
			isOver: false,
		};
		onTestFinished(() => {
			run.isOver = true;
		});
		const stepLoops = sales.flatMap(({ seller, buyers, itemId }) => {
			const rooms = buyers.map(({ id }) => ({ itemId, buyerId: id }));
			return [
				takeSteps(seller, rooms, run),
				...buyers.map((buyer, index) => takeSteps(buyer, rooms.slice(index, index + 1), run)),
			];
		});
		const stop = async () => {
			run.isOver = true;
			await Promise.all(stepLoops);
		};
		return { run, stop };
	}

	return { start, send };
}

/** One of the steps that the deal allows now; undefined if there is none. */
function nextStep(who: Student, room: Room, deal: Deal, count: number): Step | undefined {
	const possible = deal.actions.filter((action) => BODIES[action]);
	const action = possible[count % possible.length];
	if (!action) return undefined;
	return { who, room, action, body: { ...BODIES[action]?.(deal, count), clientId: randomUUID() } };
}

/** A step that is not possible now, or one of the too many reservations of a day between two people. */
export const isRefused = ({ action }: Pick<Step, 'action'>, status: number) =>
	status === 409 || (status === 429 && action === 'reserve');

/** Whether there was no answer, or the app answered that it is unavailable (503). */
const isUnanswered = (status: number) => status === 0 || status === 503;

/** @returns status 0 without an answer */
async function requestDeal(address: string, who: Student, path: string, body?: object) {
	try {
		const response = await fetch(`${address}/api/deals/${path}`, {
			method: body ? 'POST' : 'GET',
			headers: {
				authorization: `Bearer ${who.token}`,
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		return { status: response.status, deal: (await response.json()).deal as Deal | undefined };
	} catch {
		return { status: 0, deal: undefined };
	}
}
