import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/photo-store.ts';
import { insertPairs } from '../../bench/lib/chat-pairs.ts';
import { deedsOf, type Outcome, openVoice } from './busy-deeds.ts';
import { stockUp } from './busy-stock.ts';
import { factories } from './factories.ts';
import type { KillableMarket } from './killable-market.ts';
import { SECRET } from './secret.ts';
import { whenDone } from './when-done.ts';

const AGAIN_AFTER_MS = 200;

/** A loop of one action, repeated until one is not acknowledged. */
export interface Doing {
	/** The acknowledged actions by name, with the id of what they created. */
	acknowledged: Map<string, number>;
	/** The action that was begun and not acknowledged: it may have taken effect or not. */
	open: string | undefined;
	/** Its status; undefined without a response. */
	status: number | undefined;
	isOver: boolean;
}

/** @returns a loop that runs until it ends by itself */
function keepDoing(names: Iterable<string>, deed: (name: string) => Promise<Outcome>) {
	const doing: Doing = {
		acknowledged: new Map(),
		open: undefined,
		status: undefined,
		isOver: false,
	};
	const run = async () => {
		for (const name of names) {
			doing.open = name;
			const outcome = await deed(name);
			if ('status' in outcome) {
				// A busy machine may refuse the first action, before anything is killed.
				if (outcome.status === 503 && doing.acknowledged.size === 0) {
					await pause(AGAIN_AFTER_MS);
					continue;
				}
				doing.status = outcome.status;
				doing.isOver = true;
				return;
			}
			doing.acknowledged.set(name, outcome.made);
			doing.open = undefined;
		}
	};
	return { doing, over: run() };
}

function* endlessly(name: (count: number) => string): Generator<string> {
	for (let count = 1; ; count++) yield name(count);
}

/** Users and an administrator who start again after each kill of the app. */
export async function openBusyMarket({
	address,
	url,
	dataDir,
}: Pick<KillableMarket, 'address' | 'url' | 'dataDir'>) {
	const connection = openPool(url, () => undefined);
	whenDone(connection.close);
	const { db } = connection;
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	const make = factories(db, store);
	const [poster, seller] = [await make.student(), await make.student()];
	const admin = await make.admin({ roleLevel: 'super_admin' });
	const { hashes, id: itemId } = await make.item(seller);
	const people = { poster, seller, admin, itemId };
	const deeds = deedsOf(address, people);
	let rounds = 0;
	const owner = { sellerId: seller.id, reporterId: poster.id, hash: hashes[0] ?? '' };

	/** Starts all loops. */
	async function begin() {
		const stock = await stockUp(db, owner);
		const [pair] = await insertPairs(db, 1, SECRET);
		if (!pair) throw new Error('There is no pair.');
		const { room, members } = pair;
		const say = await openVoice(address, members[0], room);
		rounds += 1;
		const round = rounds * 1000;
		const name = () => randomUUID();
		const lines = {
			posts: keepDoing(endlessly(name), deeds.post),
			edits: keepDoing(
				endlessly((count) => `edit ${round + count}`),
				deeds.edit,
			),
			sales: keepDoing(stock.items, deeds.sell),
			messages: keepDoing(endlessly(name), say),
			bans: keepDoing(stock.people, deeds.ban),
			decisions: keepDoing(stock.reports, deeds.decide),
			words: keepDoing(
				endlessly((count) => `words ${round + count}`),
				deeds.setWords,
			),
		};
		const all = Object.values(lines);
		return {
			lines,
			room,
			/** Whether each loop has this many acknowledged actions. */
			hasDone: (times: number) => all.every(({ doing }) => doing.acknowledged.size >= times),
			/** Resolves when every loop has ended. */
			over: () => Promise.all(all.map((line) => line.over)),
		};
	}

	return { db, store, itemId, people, post: deeds.post, begin };
}
