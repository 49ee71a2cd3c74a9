import type { Query, QueryClient } from '@tanstack/react-query';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { ItemChanged, WatchedItems } from '#contract/items/watching.ts';
import { WATCHING_LIMITS } from '#contract/items/watching-facts.ts';
import {
	currentRealtimeStatus,
	onRealtimeEvent,
	requestRealtime,
	watchRealtimeStatus,
} from '#web/lib/realtime/realtime.ts';
import { itemQuery } from './queries.ts';
import { applyChange, collectShownItems, isOutdated } from './watched-items.ts';

/** The displayed items change several times while a page loads; changes within this time are sent together. */
const BATCH_MS = 200;

/**
 * Subscribes to changes of the items on screen and applies the changes to the query cache. Subscribes again on each new
 * connection and whenever the page becomes visible, because changes may have been missed.
 * @returns a function that stops watching
 */
export function watchItems(client: QueryClient): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The number of the current realtime connection; 0 without a connection. */
	let connection = 0;
	/** The item ids last sent to the server, as JSON. */
	let sentIds = '[]';

	const stops = [
		onRealtimeEvent(REALTIME_EVENTS.itemChanged, (change) => applyToCache(client, change)),
		watchRealtimeStatus(followConnection),
		client.getQueryCache().subscribe(({ type }) => {
			if (type === 'updated' || type.startsWith('observer')) scheduleSend();
		}),
	];
	document.addEventListener('visibilitychange', resendIfVisible, { signal });
	signal.addEventListener('abort', () => {
		clearTimeout(timer);
		for (const stop of stops) stop();
	});
	followConnection();
	return () => controller.abort();

	function followConnection(): void {
		const status = currentRealtimeStatus();
		const current = status.state === 'connected' ? status.connection : 0;
		if (current === connection) return;
		connection = current;
		sentIds = '[]';
		if (current > 0) scheduleSend();
	}

	function resendIfVisible(): void {
		if (document.visibilityState !== 'visible') return;
		sentIds = '[]';
		scheduleSend();
	}

	function scheduleSend(): void {
		timer ??= setTimeout(() => {
			timer = undefined;
			void sendWatched();
		}, BATCH_MS);
	}

	async function sendWatched(): Promise<void> {
		const itemIds = shownIds(client);
		const idsJson = JSON.stringify(itemIds);
		if (connection === 0 || idsJson === sentIds) return;
		sentIds = idsJson;
		try {
			const answer = await requestRealtime<Partial<WatchedItems>>(REALTIME_EVENTS.watchItems, {
				itemIds,
			});
			if (answer.items && !signal.aborted) applyMissedChanges(client, itemIds, answer.items);
			else sentIds = '[]';
		} catch {
			// The request was lost: the ids are sent again on the next connection or change.
			sentIds = '[]';
		}
	}
}

/** The ids of the items in all active queries, limited to the last `WATCHING_LIMITS.itemsMax`. */
function shownIds(client: QueryClient): number[] {
	const activeQueries = client.getQueryCache().findAll({ type: 'active' });
	const ids = activeQueries.flatMap(({ state }) =>
		collectShownItems(state.data).map(({ id }) => id),
	);
	return [...new Set(ids)].slice(-WATCHING_LIMITS.itemsMax);
}

/** Applies changes made before the subscription. An item missing in the answer is no longer public. */
function applyMissedChanges(
	client: QueryClient,
	itemIds: readonly number[],
	currentStates: readonly ItemChanged[],
): void {
	const byId = new Map(currentStates.map((state) => [state.itemId, state]));
	const activeQueries = client.getQueryCache().findAll({ type: 'active' });
	const items = activeQueries.flatMap(({ state }) => collectShownItems(state.data));
	for (const itemId of itemIds) {
		const copies = items.filter(({ id }) => id === itemId);
		const [first] = copies;
		if (!first) continue;
		const removed = { itemId, price: first.price, reservedUntil: null, status: 'banned' } as const;
		const state = byId.get(itemId) ?? removed;
		if (copies.some((item) => isOutdated(item, state))) applyToCache(client, state);
	}
}

/** Applies a change to every cached query and refetches the queries with data that only the server knows. */
function applyToCache(client: QueryClient, change: ItemChanged): void {
	for (const query of client.getQueryCache().findAll()) {
		if (isPageOf(query, change)) {
			void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
			// The refetched page shows the right notice, which depends on whether the user owns the item.
			if (change.status === 'banned') continue;
		}
		const before = query.state.data;
		const after = applyChange(before, change);
		// Keeps the data's age, because the rest of it was not refreshed.
		const updatedAt = query.state.dataUpdatedAt;
		if (after !== before) client.setQueryData(query.queryKey, after, { updatedAt });
		if (after !== before && query.queryKey[0] === 'chat')
			void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
	}
}

function isPageOf({ queryKey }: Query, { itemId }: ItemChanged): boolean {
	const key: readonly unknown[] = itemQuery(itemId).queryKey;
	return key.length === queryKey.length && key.every((part, index) => part === queryKey[index]);
}
