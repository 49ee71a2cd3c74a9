import type { FastifyBaseLogger } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { type ItemChanged, type WatchedItems, watchItems } from '#contract/items/watching.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import type { Db } from '#server/db/client.ts';
import { isAway, reasonOf } from '#server/db/errors.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import { itemRoom, type LiveSocket } from '#server/realtime/socket-types.ts';
import { presentWatched } from './present.ts';
import { listWatched } from './watching-queries.ts';

interface Deps {
	db: Db;
	changes: PublicChanges;
	log: FastifyBaseLogger;
}

/** The connections that named an item with `watch-items`. */
const watchRoom = (itemId: number) => `shown:${itemId}`;
const WATCHED = /^(?:shown|item):(\d+)$/;
const isWatchRoom = (room: string) => room.startsWith('shown:');

/**
 * Tells whoever shows an item, or has a chat about it open, when its price or status becomes another. Every instance hears of
 * changed items from the database itself and tells its own connections, so that it works with or without Redis.
 */
export function itemSocket(live: LiveServer, { db, changes, log }: Deps): void {
	const { io } = live;
	const { adapter } = io.sockets;
	/** How watched items stood last: a new title, or a second notice of the same change, is told to nobody. */
	const known = new Map<number, ItemChanged>();
	const waiting = new Set<number>();
	let isTelling = false;

	const isWatched = (id: number) =>
		adapter.rooms.has(watchRoom(id)) || adapter.rooms.has(itemRoom(id));

	async function watch(socket: LiveSocket, itemIds: readonly number[]): Promise<WatchedItems> {
		const ids = [...new Set(itemIds)];
		const rooms = new Set(ids.map(watchRoom));
		for (const room of [...socket.rooms])
			if (isWatchRoom(room) && !rooms.has(room)) void socket.leave(room);
		await socket.join([...rooms]);
		// Read after joining: what changes from here on is told.
		const rows = await listWatched(db, ids);
		const states = rows.map(presentWatched);
		for (const state of states)
			if (isWatched(state.itemId) && !known.has(state.itemId)) known.set(state.itemId, state);
		return { items: states.filter(({ status }) => status !== 'banned') };
	}

	live.on({
		event: LIVE_EVENTS.watchItems,
		payload: watchItems,
		handle: (socket, { itemIds }) => watch(socket, itemIds),
	});

	adapter.on('delete-room', (room: string) => {
		const [, id] = WATCHED.exec(room) ?? [];
		if (id !== undefined && !isWatched(Number(id))) known.delete(Number(id));
	});

	changes.hear((change) => {
		if (change && change.of !== 'items') return;
		for (const id of change?.ids ?? listWatchedIds(adapter.rooms.keys()))
			if (isWatched(id)) waiting.add(id);
		if (waiting.size > 0 && !isTelling) void tellWaiting();
	});

	/** One look at a time, so that of two changes the later one is told last. */
	async function tellWaiting(): Promise<void> {
		isTelling = true;
		const ids = [...waiting];
		waiting.clear();
		try {
			for (const row of await listWatched(db, ids)) tell(presentWatched(row));
		} catch (error) {
			// They are looked at again with the next change; when the database comes back, all are.
			for (const id of ids) waiting.add(id);
			if (isAway(error)) log.warn({ reason: reasonOf(error) }, 'changed items were not told of');
			else log.error({ err: error }, 'telling of changed items failed');
			isTelling = false;
			return;
		}
		isTelling = false;
		if (waiting.size > 0) void tellWaiting();
	}

	function tell(state: ItemChanged): void {
		const before = known.get(state.itemId);
		if (isWatched(state.itemId)) known.set(state.itemId, state);
		if (before && isSame(before, state)) return;
		io.local
			.in([watchRoom(state.itemId), itemRoom(state.itemId)])
			.emit(LIVE_EVENTS.itemChanged, state);
	}
}

function isSame(one: ItemChanged, other: ItemChanged): boolean {
	// What the public does not find any more has no price to tell of.
	if (one.status === 'banned' && other.status === 'banned') return true;
	return (
		one.status === other.status &&
		one.price === other.price &&
		one.reservedUntil === other.reservedUntil
	);
}

function listWatchedIds(rooms: Iterable<string>): number[] {
	return [...rooms].flatMap((room) => {
		const [, id] = WATCHED.exec(room) ?? [];
		return id === undefined ? [] : [Number(id)];
	});
}
