import { LRUCache } from 'lru-cache';
import type { PublicChange, PublicChanges, PublicSource } from './invalidation.ts';

/** What a value is made of: every row of a source, or one item alone. */
export interface MadeOf {
	of: PublicSource;
	id?: number | undefined;
}

/** How a store of kept values does. */
export interface KeptFigures {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
}

/** Values made of public data, kept until that changes. */
export interface Kept<Value> {
	/** One that is there and as new as what it is made of, as far as that has been heard. */
	find: (key: string) => Value | undefined;
	/** Whether it is there still, and as new. */
	isKept: (key: string, value: Value) => boolean;
	/**
	 * The one that is there, else made: once, however many ask for it meanwhile. Never older than what was committed when it
	 * was asked for, by whichever instance.
	 */
	make: (key: string, madeOf: MadeOf, work: () => Promise<Value>) => Promise<Value>;
	/** Forgets what is made of something that changed, or everything. */
	drop: (change?: PublicChange) => void;
	figures: () => KeptFigures;
}

interface Options<Value> {
	changes: Pick<PublicChanges, 'hear' | 'isHearing' | 'isShared' | 'catchUp'>;
	/** So much is kept altogether; what was not asked for longest goes first. */
	mostBytes: number;
	bytesOf: (value: Value) => number;
	/** Whether it is good for others than who asked for it; unless said, it is. */
	isForAll?: (value: Value) => boolean;
	/**
	 * What is kept of a value, and given from then on: the value itself, unless said. Undefined leaves it to be made again.
	 * @param isAskedAgain whether it was asked for before, some seconds ago at most
	 */
	keptOf?: (value: Value, isAskedAgain: boolean) => Value | undefined;
	/** What a value turned out to be made of, where that is less than was said beforehand. */
	narrowed?: (value: Value, madeOf: MadeOf) => MadeOf;
}

/** So many questions are remembered whose answers were not kept. */
const ASKED_BEFORE_MAX = 10_000;
/** And fewer long ones: anybody can make up addresses. */
const ASKED_BEFORE_MAX_BYTES = 2 * 2 ** 20;
/** So many that are being made are shared; a market works on far fewer at a time. */
const MADE_AT_ONCE_MAX = 1000;
/** What a notice that was lost all the same can do, ends after this. */
const KEPT_FOR_MS = 5000;

interface Entry<Value> {
	value: Value;
	madeOf: MadeOf;
}

interface Making<Value> {
	madeOf: MadeOf;
	made: Promise<Value>;
	/** What it is made of has changed meanwhile: whoever asked before gets it, and nobody after. */
	isOver: boolean;
}

/** Keeps nothing while changes go unheard. */
export function keepPublic<Value extends object>(options: Options<Value>): Kept<Value> {
	const { changes, mostBytes, bytesOf, isForAll = () => true, keptOf = (value) => value } = options;
	const { narrowed = (_value, madeOf) => madeOf } = options;
	const askedBefore = new LRUCache<string, true>({
		max: ASKED_BEFORE_MAX,
		maxSize: ASKED_BEFORE_MAX_BYTES,
		sizeCalculation: (_value, key) => key.length + 100,
		ttl: KEPT_FOR_MS,
	});
	const entries = new LRUCache<string, Entry<Value>>({
		maxSize: mostBytes,
		sizeCalculation: ({ value }, key) => bytesOf(value) + key.length + 1,
		ttl: KEPT_FOR_MS,
		dispose: (_entry, key) => void askedBefore.set(key, true),
	});
	// Not a `Map`: where entries come and go as quickly, it leaves tables behind in old memory, and with them all that they name,
	// which is cleared away seldom and at length.
	const makings = new LRUCache<string, Making<Value>>({ max: MADE_AT_ONCE_MAX });
	const counted = { hits: 0, misses: 0 };

	function find(key: string): Value | undefined {
		if (!changes.isHearing()) return undefined;
		const entry = entries.get(key);
		if (entry) counted.hits += 1;
		return entry?.value;
	}

	async function keep(key: string, making: Making<Value>): Promise<Value> {
		try {
			const made = await making.made;
			if (making.isOver || !isForAll(made)) return made;
			const value = keptOf(made, askedBefore.delete(key));
			if (value) entries.set(key, { value, madeOf: narrowed(value, making.madeOf) });
			else askedBefore.set(key, true);
			return value ?? made;
		} finally {
			if (makings.get(key) === making) makings.delete(key);
		}
	}

	async function make(key: string, madeOf: MadeOf, work: () => Promise<Value>): Promise<Value> {
		if (changes.isShared && !(await changes.catchUp())) return work();
		const found = find(key);
		if (found) return found;
		counted.misses += 1;
		const under = makings.get(key);
		if (under) return under.made;
		if (!changes.isHearing()) return work();
		const making = { madeOf, made: work(), isOver: false };
		makings.set(key, making);
		return keep(key, making);
	}

	function drop(change?: PublicChange): void {
		for (const [key, making] of makings.entries()) {
			if (!isTouched(making.madeOf, change)) continue;
			making.isOver = true;
			makings.delete(key);
		}
		for (const [key, { madeOf }] of entries.entries()) {
			if (isTouched(madeOf, change)) entries.delete(key);
		}
	}

	changes.hear(drop);
	return {
		find,
		isKept: (key, value) => changes.isHearing() && entries.peek(key)?.value === value,
		make,
		drop,
		figures: () => ({ ...counted, entries: entries.size, bytes: entries.calculatedSize }),
	};
}

function isTouched({ of, id }: MadeOf, change: PublicChange | undefined): boolean {
	if (!change) return true;
	if (of !== change.of) return false;
	return id === undefined || !change.ids || change.ids.includes(id);
}
