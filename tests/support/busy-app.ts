import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '#server/db/client.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import { createActions, type Outcome } from './busy-app-actions.ts';
import { insertRows } from './busy-app-rows.ts';
import { factories } from './factories.ts';
import type { KillableApp } from './killable-app.ts';
import { onCleanup } from './on-cleanup.ts';

const RETRY_DELAY_MS = 200;

/** The results of a loop that repeats one action until the app does not acknowledge it. */
export interface ActionLog {
	/** The acknowledged actions by name, with the id of what they created. */
	acknowledged: Map<string, number>;
	/** The actions that were begun and not acknowledged: each may have taken effect or not. */
	unacknowledged: Set<string>;
	/** The status of the last response; undefined without a response. */
	status: number | undefined;
	/** Whether an action has failed, which ended the loop. */
	hasEnded: boolean;
}

/**
 * Repeats the action until it fails or there are no more names.
 * @returns the log, and a promise for the end
 */
function repeatUntilFailure(names: Iterable<string>, action: (name: string) => Promise<Outcome>) {
	const log: ActionLog = {
		acknowledged: new Map(),
		unacknowledged: new Set(),
		status: undefined,
		hasEnded: false,
	};
	const run = async () => {
		for (const name of names) {
			log.unacknowledged.add(name);
			const outcome = await action(name);
			if ('status' in outcome) {
				// A busy machine may refuse the first actions although nothing was killed yet: go on with the next name.
				if (outcome.status === 503 && log.acknowledged.size === 0) {
					await wait(RETRY_DELAY_MS);
					continue;
				}
				log.status = outcome.status;
				log.hasEnded = true;
				return;
			}
			log.acknowledged.set(name, outcome.createdId);
			log.unacknowledged.delete(name);
		}
	};
	return { log, ended: run() };
}

function* endlessNames(name: (count: number) => string): Generator<string> {
	for (let count = 1; ; count++) yield name(count);
}

function* untilAborted(names: Iterable<string>, signal: AbortSignal): Generator<string> {
	for (const name of names) {
		if (signal.aborted) return;
		yield name;
	}
}

/** Creates users and an administrator. `startRound` starts loops in which they act until the app is killed. */
export async function openBusyApp({
	address,
	url,
	dataDir,
}: Pick<KillableApp, 'address' | 'url' | 'dataDir'>) {
	const connection = openPool(url, () => undefined);
	onCleanup(connection.close);
	const { db } = connection;
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	const factory = factories(db, store);
	const [poster, seller] = [await factory.student(), await factory.student()];
	const admin = await factory.admin({ roleLevel: 'super_admin' });
	const { hashes, id: itemId } = await factory.item(seller);
	const people = { poster, seller, admin, itemId };
	const actions = createActions(address, people);
	let rounds = 0;
	const references = { sellerId: seller.id, reporterId: poster.id, hash: hashes[0] ?? '' };

	/** Starts all loops. Loops that still run after the test, because it failed, are stopped then. */
	async function startRound() {
		const controller = new AbortController();
		onCleanup(() => controller.abort());
		const repeat = (names: Iterable<string>, action: (name: string) => Promise<Outcome>) =>
			repeatUntilFailure(untilAborted(names, controller.signal), action);
		const rows = await insertRows(db, references);
		rounds += 1;
		const editNumberOffset = rounds * 1000;
		const name = () => randomUUID();
		// A poster of this round only, so that a test can tell the posts of the round from all others.
		const poster = await factory.student();
		const { post } = createActions(address, { ...people, poster });
		const loops = {
			posts: repeat(endlessNames(name), post),
			edits: repeat(
				endlessNames((count) => `edit ${editNumberOffset + count}`),
				actions.edit,
			),
			sales: repeat(rows.items, actions.sell),
			bans: repeat(rows.people, actions.ban),
			decisions: repeat(rows.reports, actions.decide),
		};
		const all = Object.values(loops);
		return {
			loops,
			rows,
			poster,
			post,
			/** Whether each loop has this many acknowledged actions. */
			hasAcknowledged: (times: number) => all.every(({ log }) => log.acknowledged.size >= times),
			/** Resolves when every loop has ended. */
			ended: () => Promise.all(all.map((loop) => loop.ended)),
		};
	}

	return { db, store, itemId, people, post: actions.post, startRound };
}
