import type { FastifyBaseLogger } from 'fastify';
import { openListener } from '#server/db/listener.ts';

/** Where public answers come from: items with their photos and sellers, or what people say of the market. */
export type PublicSource = 'items' | 'feedback';

/** What has changed; `ids` are the items' where only these did. */
export interface PublicChange {
	of: PublicSource;
	ids?: readonly number[];
}

/** What everybody may read as it changes, by whichever instance, command or person: triggers tell (migration 0006). */
export interface PublicChanges {
	/** Calls back after the commit of every change; without a change where any may have gone unheard. */
	hear: (hearer: (change?: PublicChange) => void) => void;
	/** False while changes go unheard, or may not be read yet. */
	isHearing: () => boolean;
	/** Whether there are others who write, and don't wait until it is heard here: whoever must have it all catches up first. */
	isShared: boolean;
	/** Resolves once everything is heard that was committed before it was asked; false where that can't be known in time. */
	catchUp: () => Promise<boolean>;
	close: () => Promise<void>;
}

interface Options {
	/** Of the database itself: no pooler hands notices on. */
	databaseUrl: string;
	isShared: boolean;
	log: FastifyBaseLogger;
	/** What has to be over after a change before it is sure to be read, as where copies of the database are read. */
	settle?: (() => Promise<void>) | undefined;
}

/**
 * Listens for changes until it is closed.
 * @throws Error in one line when the database can't be listened to
 */
export async function openPublicChanges(options: Options): Promise<PublicChanges> {
	const { databaseUrl, isShared, log, settle } = options;
	const hearers: ((change?: PublicChange) => void)[] = [];
	let isHearing = false;
	let unsettled = 0;
	const tell = (change?: PublicChange) => {
		for (const hearer of hearers) hearer(change);
	};
	async function tellSettled(change: PublicChange | undefined): Promise<void> {
		tell(change);
		if (!settle) return;
		unsettled += 1;
		await settle().catch(() => undefined);
		unsettled -= 1;
		tell(change);
	}
	const { catchUp, close } = await openListener({
		url: databaseUrl,
		channel: 'public_data',
		hear: (said) => void tellSettled(readChange(said)),
		lose() {
			isHearing = false;
			tell();
		},
		async look() {
			if (isHearing) return;
			isHearing = true;
			tell();
		},
		log,
	});
	return {
		hear: (hearer) => void hearers.push(hearer),
		isHearing: () => isHearing && unsettled === 0,
		isShared,
		catchUp,
		close,
	};
}

/** `feedback`, `items`, or `items 12,15`; undefined for what a newer migration may say. */
function readChange(said: string): PublicChange | undefined {
	const [of, ids] = said.split(' ');
	if (of !== 'items' && of !== 'feedback') return undefined;
	return ids ? { of, ids: ids.split(',').map(Number) } : { of };
}
