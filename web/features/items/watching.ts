import type { Query, QueryClient } from '@tanstack/react-query';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import type { ItemChanged, WatchedItems } from '#contract/items/watching.ts';
import { WATCHING_LIMITS } from '#contract/items/watching-facts.ts';
import {
	currentLiveStatus,
	onLive,
	requestLive,
	watchLiveStatus,
} from '#web/lib/realtime/realtime.ts';
import { itemKeys } from './queries.ts';
import { isOutdated, itemsIn, withChange } from './watched-items.ts';

/** What a page shows changes in steps, as its parts come in. */
const GATHER_MS = 200;

/**
 * Names to the server the items that are on the screen, and keeps them as they stand: on each connection anew, and when the
 * page is seen again, as nothing may have come meanwhile. Returns how to stop.
 */
export function watchItems(client: QueryClient): () => void {
	const over = new AbortController();
	const { signal } = over;
	let gathering: ReturnType<typeof setTimeout> | undefined;
	let connection = 0;
	/** What the server was told last. */
	let named = '[]';

	const stops = [
		onLive(LIVE_EVENTS.itemChanged, (change) => apply(client, change)),
		watchLiveStatus(followConnection),
		client.getQueryCache().subscribe(({ type }) => {
			if (type === 'updated' || type.startsWith('observer')) nameSoon();
		}),
	];
	document.addEventListener('visibilitychange', lookAgain, { signal });
	signal.addEventListener('abort', () => {
		clearTimeout(gathering);
		for (const stop of stops) stop();
	});
	followConnection();
	return () => over.abort();

	function followConnection(): void {
		const status = currentLiveStatus();
		const now = status.is === 'connected' ? status.connection : 0;
		if (now === connection) return;
		connection = now;
		named = '[]';
		if (now > 0) nameSoon();
	}

	function lookAgain(): void {
		if (document.visibilityState !== 'visible') return;
		named = '[]';
		nameSoon();
	}

	function nameSoon(): void {
		gathering ??= setTimeout(() => {
			gathering = undefined;
			void name();
		}, GATHER_MS);
	}

	async function name(): Promise<void> {
		const itemIds = shownIds(client);
		const names = JSON.stringify(itemIds);
		if (connection === 0 || names === named) return;
		named = names;
		try {
			const answer = await requestLive<Partial<WatchedItems>>(LIVE_EVENTS.watchItems, { itemIds });
			if (answer.items && !signal.aborted) catchUp(client, itemIds, answer.items);
			else named = '[]';
		} catch {
			// The line broke, or swallows what is sent: with the next one, or the next change, they are named again.
			named = '[]';
		}
	}
}

/** The items that what is on the screen was drawn from; of more than can be watched, those that came last. */
function shownIds(client: QueryClient): number[] {
	const shown = client.getQueryCache().findAll({ type: 'active' });
	const ids = shown.flatMap(({ state }) => itemsIn(state.data).map(({ id }) => id));
	return [...new Set(ids)].slice(-WATCHING_LIMITS.itemsMax);
}

/** What has changed before the watching began. An item that is not answered is gone for everybody but its owner. */
function catchUp(
	client: QueryClient,
	itemIds: readonly number[],
	standing: readonly ItemChanged[],
): void {
	const byId = new Map(standing.map((state) => [state.itemId, state]));
	const shown = client.getQueryCache().findAll({ type: 'active' });
	const items = shown.flatMap(({ state }) => itemsIn(state.data));
	for (const itemId of itemIds) {
		const ofItem = items.filter(({ id }) => id === itemId);
		const [first] = ofItem;
		if (!first) continue;
		const gone = { itemId, price: first.price, reservedUntil: null, status: 'banned' } as const;
		const state = byId.get(itemId) ?? gone;
		if (ofItem.some((item) => isOutdated(item, state))) apply(client, state);
	}
}

/** Shows an item as it stands, wherever it is shown; what only the server knows of it then is asked for. */
function apply(client: QueryClient, change: ItemChanged): void {
	for (const query of client.getQueryCache().findAll()) {
		if (isPageOf(query, change)) {
			void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
			// Its page says by itself what an item is that is gone for everybody but its owner.
			if (change.status === 'banned') continue;
		}
		const before = query.state.data;
		const after = withChange(before, change);
		// As old as it was: the rest of it was not asked for.
		const updatedAt = query.state.dataUpdatedAt;
		if (after !== before) client.setQueryData(query.queryKey, after, { updatedAt });
		if (after !== before && query.queryKey[0] === 'chat')
			void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
	}
}

function isPageOf({ queryKey }: Query, { itemId }: ItemChanged): boolean {
	const key: readonly unknown[] = itemKeys.one(itemId);
	return key.length === queryKey.length && key.every((part, place) => part === queryKey[place]);
}
