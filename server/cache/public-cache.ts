import { LRUCache } from 'lru-cache';
import type { CacheSource, Invalidation, InvalidationEvent } from './invalidation.ts';

/** What a value is made of: every row of a source, or one item alone. */
export interface CacheDependency {
	source: CacheSource;
	id?: number | undefined;
}

/** How a store of kept values does. */
export interface CacheStats {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
}

/** Values made of public data, kept until that changes. */
export interface PublicCache<Value> {
	/** One that is there and as new as what it is made of, as far as that has been heard. */
	find: (key: string) => Value | undefined;
	/** Whether it is there still, and as new. */
	isStored: (key: string, value: Value) => boolean;
	/**
	 * The one that is there, else made: once, however many ask for it meanwhile. Never older than what was committed when it
	 * was asked for, by whichever instance.
	 */
	getOrCreate: (
		key: string,
		dependsOn: CacheDependency,
		work: () => Promise<Value>,
	) => Promise<Value>;
	/** Forgets what is made of something that changed, or everything. */
	invalidate: (event?: InvalidationEvent) => void;
	stats: () => CacheStats;
}

interface Options<Value> {
	invalidation: Pick<Invalidation, 'on' | 'isListening' | 'isShared' | 'sync'>;
	/** So much is kept altogether; what was not asked for longest goes first. */
	maxBytes: number;
	bytesOf: (value: Value) => number;
	/** Whether it is good for others than who asked for it; unless said, it is. */
	isCacheable?: (value: Value) => boolean;
	/**
	 * What is kept of a value, and given from then on: the value itself, unless said. Undefined leaves it to be made again.
	 * @param isRepeated whether it was asked for before, some seconds ago at most
	 */
	toStored?: (value: Value, isRepeated: boolean) => Value | undefined;
	/** What a value turned out to be made of, where that is less than was said beforehand. */
	refineDependency?: (value: Value, dependsOn: CacheDependency) => CacheDependency;
}

/** So many questions are remembered whose answers were not kept. */
const RECENT_KEYS_MAX = 10_000;
/** And fewer long ones: anybody can make up addresses. */
const RECENT_KEYS_MAX_BYTES = 2 * 2 ** 20;
/** So many that are being made are shared; a market works on far fewer at a time. */
const PENDING_MAX = 1000;
/** What a notice that was lost all the same can do, ends after this. */
const TTL_MS = 5000;

interface Entry<Value> {
	value: Value;
	dependsOn: CacheDependency;
}

interface PendingEntry<Value> {
	dependsOn: CacheDependency;
	created: Promise<Value>;
	/** What it is made of has changed meanwhile: whoever asked before gets it, and nobody after. */
	isStale: boolean;
}

/** Keeps nothing while changes go unheard. */
export function createPublicCache<Value extends object>(
	options: Options<Value>,
): PublicCache<Value> {
	const {
		invalidation,
		maxBytes,
		bytesOf,
		isCacheable = () => true,
		toStored = (value) => value,
	} = options;
	const { refineDependency = (_value, dependsOn) => dependsOn } = options;
	const recentKeys = createRecentKeys();
	const entries = new LRUCache<string, Entry<Value>>({
		maxSize: maxBytes,
		sizeCalculation: ({ value }, key) => bytesOf(value) + key.length + 1,
		ttl: TTL_MS,
		dispose: (_entry, key) => void recentKeys.set(key, true),
	});
	// Not a `Map`: where entries come and go as quickly, it leaves tables behind in old memory, and with them all that they name,
	// which is cleared away seldom and at length.
	const pendingEntries = new LRUCache<string, PendingEntry<Value>>({ max: PENDING_MAX });
	const counts = { hits: 0, misses: 0 };

	function find(key: string): Value | undefined {
		if (!invalidation.isListening()) return undefined;
		const entry = entries.get(key);
		if (entry) counts.hits += 1;
		return entry?.value;
	}

	async function store(key: string, pending: PendingEntry<Value>): Promise<Value> {
		try {
			const created = await pending.created;
			if (pending.isStale || !isCacheable(created)) return created;
			const value = toStored(created, recentKeys.delete(key));
			if (value) entries.set(key, { value, dependsOn: refineDependency(value, pending.dependsOn) });
			else recentKeys.set(key, true);
			return value ?? created;
		} finally {
			if (pendingEntries.get(key) === pending) pendingEntries.delete(key);
		}
	}

	async function getOrCreate(
		key: string,
		dependsOn: CacheDependency,
		work: () => Promise<Value>,
	): Promise<Value> {
		if (invalidation.isShared && !(await invalidation.sync())) return work();
		const found = find(key);
		if (found) return found;
		counts.misses += 1;
		const existing = pendingEntries.get(key);
		if (existing) return existing.created;
		if (!invalidation.isListening()) return work();
		const pending = { dependsOn, created: work(), isStale: false };
		pendingEntries.set(key, pending);
		return store(key, pending);
	}

	function invalidate(event?: InvalidationEvent): void {
		for (const [key, pending] of pendingEntries.entries()) {
			if (!isAffected(pending.dependsOn, event)) continue;
			pending.isStale = true;
			pendingEntries.delete(key);
		}
		for (const [key, { dependsOn }] of entries.entries()) {
			if (isAffected(dependsOn, event)) entries.delete(key);
		}
	}

	invalidation.on(invalidate);
	return {
		find,
		isStored: (key, value) => invalidation.isListening() && entries.peek(key)?.value === value,
		getOrCreate,
		invalidate,
		stats: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
	};
}

/** Keys that were asked for some seconds ago at most, whose values were not kept. */
function createRecentKeys() {
	return new LRUCache<string, true>({
		max: RECENT_KEYS_MAX,
		maxSize: RECENT_KEYS_MAX_BYTES,
		sizeCalculation: (_value, key) => key.length + 100,
		ttl: TTL_MS,
	});
}

function isAffected(
	{ source, id }: CacheDependency,
	event: InvalidationEvent | undefined,
): boolean {
	if (!event) return true;
	if (source !== event.source) return false;
	return id === undefined || !event.ids || event.ids.includes(id);
}
