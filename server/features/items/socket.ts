import type { FastifyBaseLogger } from 'fastify';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type ItemChanged, type WatchedItems, watchItems } from '#contract/items/watching.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { itemRoom, type RealtimeSocket } from '#server/realtime/socket-types.ts';
import { presentWatched } from './present.ts';
import { listWatched } from './queries.ts';

interface Deps {
	db: Db;
	events: DatabaseEvents;
	log: FastifyBaseLogger;
}

/** Socket.IO room of the connections that sent this item id with `watch-items`. */
const watchersRoom = (itemId: number) => `shown:${itemId}`;
/** A room whose connections get the events of an item: `watchersRoom`, or the room of its open chats (`itemRoom`). */
const WATCHED_ROOM = /^(?:shown|item):(\d+)$/;
const isWatchersRoom = (room: string) => room.startsWith('shown:');

/**
 * Notifies clients that show an item, or have a chat about it open, when its price, status or reservation changes.
 * Each instance receives the changes from the database and notifies only its own connections, so that Redis is not
 * needed.
 */
export function mountItemEvents(realtime: RealtimeServer, { db, events, log }: Deps): void {
	const { io } = realtime;
	const { adapter } = io.sockets;
	/** The last known state of each watched item: an unchanged state is not sent again. */
	const lastStates = new Map<number, ItemChanged>();
	/** Watched items that have changed since they were published. */
	const pendingIds = new Set<number>();
	let isPublishing = false;

	const isWatched = (id: number) =>
		adapter.rooms.has(watchersRoom(id)) || adapter.rooms.has(itemRoom(id));

	/** Makes the socket watch these items, and no others. @returns their current states, without hidden items */
	async function watch(socket: RealtimeSocket, itemIds: readonly number[]): Promise<WatchedItems> {
		const ids = [...new Set(itemIds)];
		const rooms = new Set(ids.map(watchersRoom));
		for (const room of [...socket.rooms])
			if (isWatchersRoom(room) && !rooms.has(room)) void socket.leave(room);
		await socket.join([...rooms]);
		// Read after joining: later changes arrive as events.
		const rows = await listWatched(db, ids);
		const states = rows.map(presentWatched);
		for (const state of states)
			if (isWatched(state.itemId) && !lastStates.has(state.itemId))
				lastStates.set(state.itemId, state);
		return { items: states.filter(({ status }) => status !== 'banned') };
	}

	realtime.on({
		event: REALTIME_EVENTS.watchItems,
		payload: watchItems,
		handle: (socket, { itemIds }) => watch(socket, itemIds),
	});

	adapter.on('delete-room', (room: string) => {
		const [, id] = WATCHED_ROOM.exec(room) ?? [];
		if (id !== undefined && !isWatched(Number(id))) lastStates.delete(Number(id));
	});

	events.subscribe('publishWatchedItems', (payload) => {
		for (const id of changedItemIds(payload) ?? listWatchedIds(adapter.rooms.keys()))
			if (isWatched(id)) pendingIds.add(id);
		if (pendingIds.size > 0 && !isPublishing) void publishPending();
	});

	/** Runs one read at a time, so that the latest state is the last one sent. */
	async function publishPending(): Promise<void> {
		isPublishing = true;
		const ids = [...pendingIds];
		pendingIds.clear();
		try {
			for (const row of await listWatched(db, ids)) publish(presentWatched(row));
		} catch (error) {
			// Read these items again with the next change; after a reconnect all watched items are read again.
			for (const id of ids) pendingIds.add(id);
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error) }, 'item changes were not published');
			else log.error({ err: error }, 'item changes could not be published');
			isPublishing = false;
			return;
		}
		isPublishing = false;
		if (pendingIds.size > 0) void publishPending();
	}

	function publish(state: ItemChanged): void {
		const previous = lastStates.get(state.itemId);
		if (isWatched(state.itemId)) lastStates.set(state.itemId, state);
		if (previous && isSameState(previous, state)) return;
		io.local
			.in([watchersRoom(state.itemId), itemRoom(state.itemId)])
			.emit(REALTIME_EVENTS.itemChanged, state);
	}
}

/**
 * Parses what the database reports of changed public rows (`server/db/row-changes.ts`): `items 12,15`, `items` for
 * any items, or another source.
 * @returns undefined if any item may have changed, also without a payload: notifications were lost
 */
export function changedItemIds(payload = 'items'): number[] | undefined {
	const [source, ids] = payload.split(' ');
	if (source !== 'items') return [];
	return ids?.split(',').map(Number);
}

function isSameState(one: ItemChanged, other: ItemChanged): boolean {
	// The price of a hidden item is not shown.
	if (one.status === 'banned' && other.status === 'banned') return true;
	return (
		one.status === other.status &&
		one.price === other.price &&
		one.reservedUntil === other.reservedUntil
	);
}

function listWatchedIds(rooms: Iterable<string>): number[] {
	return [...rooms].flatMap((room) => {
		const [, id] = WATCHED_ROOM.exec(room) ?? [];
		return id === undefined ? [] : [Number(id)];
	});
}
