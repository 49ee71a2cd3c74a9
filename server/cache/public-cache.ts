import { LRUCache } from 'lru-cache';
import type { CacheSource, Invalidation, InvalidationEvent } from './invalidation.ts';

/** The rows a value is built from: a whole source, or one item. */
export interface CacheDependency {
	source: CacheSource;
	id?: number | undefined;
	/** A second source; any change of it makes the value outdated. */
	alsoOn?: CacheSource | undefined;
}

interface CacheStats {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
}

/** An in-memory cache of values built from public rows, invalidated when the rows change. */
export interface PublicCache<Value> {
	/** The cached value. It reflects every invalidation event received so far. */
	find: (key: string) => Value | undefined;
	/** Whether `value` is still cached under `key`. */
	isStored: (key: string, value: Value) => boolean;
	/**
	 * Returns the cached value, else calls `work`; concurrent callers share one call. The value includes every commit that
	 * any instance made before the call.
	 */
	getOrCreate: (
		key: string,
		dependsOn: CacheDependency,
		work: () => Promise<Value>,
	) => Promise<Value>;
	/** Removes the values that depend on the changed rows; all values without an event. */
	invalidate: (event?: InvalidationEvent) => void;
	stats: () => CacheStats;
}

interface Options<Value> {
	invalidation: Pick<Invalidation, 'on' | 'isListening' | 'isShared' | 'sync'>;
	/** Limit for all values together; the least recently used value is evicted first. */
	maxBytes: number;
	bytesOf: (value: Value) => number;
	/** Whether the value may be given to other requests; defaults to true. */
	isCacheable?: (value: Value) => boolean;
	/**
	 * Returns what is stored for a value, and returned to the caller that created it; defaults to the value itself.
	 * Undefined stores nothing.
	 * @param isRepeated whether the key was requested within the last TTL_MS
	 */
	toStored?: (value: Value, isRepeated: boolean) => Value | undefined;
	/** When the value is outdated although no row has changed, in milliseconds since 1970; undefined for never. */
	expiresAt?: (value: Value) => number | undefined;
	/** Narrows the declared dependency once the value is known, for example to one item. */
	refineDependency?: (value: Value, dependsOn: CacheDependency) => CacheDependency;
}

/** Limit for remembered keys whose values are not, or no longer, stored. */
const RECENT_KEYS_MAX = 10_000;
/** Byte limit for these remembered keys: clients can send arbitrarily long URLs. */
const RECENT_KEYS_MAX_BYTES = 2 * 2 ** 20;
/** Limit for pending values that callers share; far more than the app creates at a time. */
const PENDING_MAX = 1000;
/** Bounds how long a value stays stale after a lost notification. */
const TTL_MS = 5000;
/** Safety margin: `LRUCache` and `Date` each round the time to a millisecond. */
const CLOCK_STEP_MS = 2;

interface Entry<Value> {
	value: Value;
	dependsOn: CacheDependency;
}

interface PendingEntry<Value> {
	dependsOn: CacheDependency;
	created: Promise<Value>;
}

/**
 * Creates the cache (bench/RESULTS.md, "cached reads: rate"). It stores nothing while invalidation events cannot arrive.
 */
export function createPublicCache<Value extends object>(
	options: Options<Value>,
): PublicCache<Value> {
	const { invalidation, maxBytes, bytesOf } = options;
	const { isCacheable = () => true, toStored = (value) => value } = options;
	const { refineDependency = (_value, dependsOn) => dependsOn, expiresAt } = options;
	const recentKeys = createRecentKeys();
	const entries = new LRUCache<string, Entry<Value>>({
		maxSize: maxBytes,
		sizeCalculation: ({ value }, key) => bytesOf(value) + key.length + 1,
		ttl: TTL_MS,
		dispose: (_entry, key) => void recentKeys.set(key, true),
	});
	// Not a `Map`: under fast insertion and removal, V8 leaves old hash tables in old space, with the
	// values that they refer to. Garbage collection of old space is rare and slow.
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
			const ttl = timeToLive(expiresAt?.(created));
			// If the entry was removed meanwhile, the rows may have changed since they were read.
			const isUpToDate = pendingEntries.peek(key) === pending;
			if (!isUpToDate || ttl <= 0 || !isCacheable(created)) return created;
			const value = toStored(created, recentKeys.delete(key));
			const dependsOn = refineDependency(created, pending.dependsOn);
			if (value) entries.set(key, { value, dependsOn }, { ttl });
			else recentKeys.set(key, true);
			return value ?? created;
		} finally {
			if (pendingEntries.peek(key) === pending) pendingEntries.delete(key);
		}
	}

	async function getOrCreate(
		key: string,
		dependsOn: CacheDependency,
		work: () => Promise<Value>,
	): Promise<Value> {
		if (invalidation.isShared && !(await invalidation.sync())) return work();
		const cachedValue = find(key);
		if (cachedValue) return cachedValue;
		counts.misses += 1;
		const existing = pendingEntries.get(key);
		if (existing) return existing.created;
		if (!invalidation.isListening()) return work();
		const pending = { dependsOn, created: work() };
		pendingEntries.set(key, pending);
		return store(key, pending);
	}

	function invalidate(event?: InvalidationEvent): void {
		for (const [key, pending] of pendingEntries.entries()) {
			if (isAffected(pending.dependsOn, event)) pendingEntries.delete(key);
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

/** Milliseconds that a value stays in the cache: at most TTL_MS, and not beyond `expiresAt`. */
function timeToLive(expiresAt = Number.POSITIVE_INFINITY): number {
	return Math.min(TTL_MS, expiresAt - Date.now() - CLOCK_STEP_MS);
}

/** Keys whose values were not stored, or have left the cache, within the last TTL_MS. */
function createRecentKeys() {
	return new LRUCache<string, true>({
		max: RECENT_KEYS_MAX,
		maxSize: RECENT_KEYS_MAX_BYTES,
		sizeCalculation: (_value, key) => key.length + 100,
		ttl: TTL_MS,
	});
}

function isAffected(
	{ source, id, alsoOn }: CacheDependency,
	event: InvalidationEvent | undefined,
): boolean {
	if (!event) return true;
	if (alsoOn === event.source) return true;
	if (source !== event.source) return false;
	return id === undefined || !event.ids || event.ids.includes(id);
}
