import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PeopleNews } from '#server/cluster/bus.ts';
import type { Instances } from '#server/cluster/cluster.ts';
import { isAway, reasonOf } from '#server/db/errors.ts';
import { connectionsOf, type LiveIo } from './socket-types.ts';

/** Told on every instance by itself of whoever has come to any of them, or gone from all. */
export type PersonWatcher = (userId: number) => Promise<void>;

const TELL_ALL_EVERY_MS = 5000;
/** An instance that has been silent for so many times is gone, and whoever was there has had time to come elsewhere. */
const SILENT_TIMES = 3;

interface Other {
	userIds: Set<number>;
	silentTimes: number;
}

interface Options {
	instances: Pick<Instances, 'bus' | 'troubles'>;
	log: FastifyBaseLogger;
	tellAllEveryMs?: number;
}

/**
 * Who is connected, on any instance, and who has just come or gone. Each instance tells the others of its own people, so that
 * nobody has to ask.
 */
export function createPeople(io: LiveIo, options: Options) {
	const { instances, log, tellAllEveryMs = TELL_ALL_EVERY_MS } = options;
	const { bus, troubles } = instances;
	const self = randomUUID();
	const others = new Map<string, Other>();
	const watchers: PersonWatcher[] = [];
	let isClosing = false;

	const isElsewhere = (userId: number) =>
		others.values().some(({ userIds }) => userIds.has(userId));
	const isHere = (userId: number) => connectionsOf(io, userId) > 0 || isElsewhere(userId);

	async function tellOf(userId: number): Promise<void> {
		try {
			for (const watcher of watchers) await watcher(userId);
		} catch (error) {
			if (isAway(error)) log.warn({ reason: reasonOf(error), userId }, 'a person was not told of');
			else log.error({ err: error, userId }, 'telling of a person failed');
		}
	}

	/** Tells of those for whom what happens makes the difference. */
	function note(userIds: Iterable<number>, happens: () => void): void {
		const before = new Map([...userIds].map((userId) => [userId, isHere(userId)]));
		happens();
		for (const [userId, wasHere] of before) if (isHere(userId) !== wasHere) void tellOf(userId);
	}

	function tellAll(isAsking = false): void {
		const all = new Set(io.sockets.sockets.values().map(({ data }) => data.person.id));
		bus.tell('people', { of: self, all: [...all], isAsking });
	}

	function hear(news: PeopleNews): void {
		if (news.of === self || isClosing) return;
		const other = others.get(news.of) ?? { userIds: new Set(), silentTimes: 0 };
		others.set(news.of, other);
		other.silentTimes = 0;
		if ('come' in news) note([news.come], () => other.userIds.add(news.come));
		else if ('gone' in news) note([news.gone], () => other.userIds.delete(news.gone));
		else {
			const all = new Set(news.all);
			note(other.userIds.symmetricDifference(all), () => {
				other.userIds = all;
			});
			if (news.isAsking) tellAll();
		}
	}

	/** While nobody can be heard, nobody is silent. */
	function missSilent(): void {
		if (troubles().length > 0) return;
		for (const [id, other] of others) {
			other.silentTimes += 1;
			if (other.silentTimes > SILENT_TIMES) note(other.userIds, () => others.delete(id));
		}
	}

	bus.hear('people', hear);
	tellAll(true);
	const timer = setInterval(() => {
		missSilent();
		tellAll();
	}, tellAllEveryMs);

	return {
		isHere,
		watch: (watcher: PersonWatcher) => void watchers.push(watcher),
		/** A connection of theirs has joined their room. */
		hasCome(userId: number): void {
			if (connectionsOf(io, userId) !== 1) return;
			bus.tell('people', { of: self, come: userId });
			if (!isElsewhere(userId)) void tellOf(userId);
		},
		/** A connection of theirs has left it. */
		hasLeft(userId: number): void {
			// Who loses their line because we close has not gone: their page looks for the market again.
			if (isClosing || connectionsOf(io, userId) > 0) return;
			bus.tell('people', { of: self, gone: userId });
			if (!isElsewhere(userId)) void tellOf(userId);
		},
		close(): void {
			isClosing = true;
			clearInterval(timer);
		},
	};
}
