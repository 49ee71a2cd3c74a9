import type { FastifyBaseLogger } from 'fastify';
import { openListener } from '#server/db/listener.ts';

/** Where public answers come from: items with their photos and sellers, or what people say of the market. */
export type CacheSource = 'items' | 'feedback';

/** What has changed; `ids` are the items' where only these did. */
export interface InvalidationEvent {
	source: CacheSource;
	ids?: readonly number[];
}

/** What everybody may read as it changes, by whichever instance, command or person: triggers tell (migration 0006). */
export interface Invalidation {
	/** Calls back after the commit of every change; without a change where any may have gone unheard. */
	on: (listener: (event?: InvalidationEvent) => void) => void;
	/** False while changes go unheard, or may not be read yet. */
	isListening: () => boolean;
	/** Whether there are others who write, and don't wait until it is heard here: whoever must have it all catches up first. */
	isShared: boolean;
	/** Resolves once everything is heard that was committed before it was asked; false where that can't be known in time. */
	sync: () => Promise<boolean>;
	close: () => Promise<void>;
}

interface Options {
	/** Of the database itself: no pooler hands notices on. */
	databaseUrl: string;
	isShared: boolean;
	log: FastifyBaseLogger;
	/** What has to be over after a change before it is sure to be read, as where copies of the database are read. */
	awaitReplica?: (() => Promise<void>) | undefined;
}

/**
 * Listens for changes until it is closed.
 * @throws Error in one line when the database can't be listened to
 */
export async function openInvalidation(options: Options): Promise<Invalidation> {
	const { databaseUrl, isShared, log, awaitReplica } = options;
	const listeners: ((event?: InvalidationEvent) => void)[] = [];
	let isListening = false;
	let pendingReplicas = 0;
	const notify = (event?: InvalidationEvent) => {
		for (const listener of listeners) listener(event);
	};
	async function notifyTwice(event: InvalidationEvent | undefined): Promise<void> {
		notify(event);
		if (!awaitReplica) return;
		pendingReplicas += 1;
		await awaitReplica().catch(() => undefined);
		pendingReplicas -= 1;
		notify(event);
	}
	const { sync, close } = await openListener({
		url: databaseUrl,
		channel: 'public_data',
		onNotification: (payload) => void notifyTwice(parseEvent(payload)),
		onConnectionLost() {
			isListening = false;
			notify();
		},
		async refresh() {
			if (isListening) return;
			isListening = true;
			notify();
		},
		log,
	});
	return {
		on: (listener) => void listeners.push(listener),
		isListening: () => isListening && pendingReplicas === 0,
		isShared,
		sync,
		close,
	};
}

/** `feedback`, `items`, or `items 12,15`; undefined for what a newer migration may say. */
function parseEvent(payload: string): InvalidationEvent | undefined {
	const [source, ids] = payload.split(' ');
	if (source !== 'items' && source !== 'feedback') return undefined;
	return ids ? { source, ids: ids.split(',').map(Number) } : { source };
}
