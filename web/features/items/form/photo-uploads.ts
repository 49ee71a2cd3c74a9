import type { Photo } from '#contract/photos/schema.ts';
import type { TryOptions } from '#web/lib/api/retry.ts';
import { isPhotoFault } from './photo-error.ts';
import type { ListedPhoto, NewPhoto } from './photo-list.ts';

/** How far one photo has come on its way to the server. */
export type UploadState =
	| { step: 'waiting' }
	/** `share` of it has left, 0 to 1. */
	| { step: 'sending'; share: number }
	/** The line is gone; it goes on by itself. */
	| { step: 'paused' }
	| { step: 'ready'; photo: Photo }
	/** Without a reason the person stopped it. */
	| { step: 'failed'; reason?: Error };

export type UploadStates = ReadonlyMap<string, UploadState>;

/** Sends one photo, again where the line comes and goes. */
export type SendPhoto = (
	file: File,
	follow: TryOptions & { onProgress: (share: number) => void },
) => Promise<Photo>;

export interface PhotoUploads {
	watch: (watcher: () => void) => () => void;
	/** By the photos' keys; another map after every change. */
	current: () => UploadStates;
	/** Sends what is new in the list and stops what is no longer in it; during a submit, once that has ended. */
	follow: (photos: readonly ListedPhoto[]) => void;
	stop: (key: string) => void;
	retry: (key: string) => void;
	/**
	 * Waits until every photo is on the server. What had failed or was stopped is sent again first, unless the server refuses
	 * the photo itself.
	 * @throws why one could not be sent; DOMException AbortError when `signal` stopped them all
	 */
	finish: (signal: AbortSignal) => Promise<void>;
	/** What a submit sends goes on until it has ended, also where its form is left meanwhile. */
	during: <T>(submit: () => Promise<T>) => Promise<T>;
	/** The server has lost what was ready: it is sent again. */
	sendAnew: () => void;
}

interface Entry {
	file: File;
	state: UploadState;
	stopper: AbortController;
}

const WAITING: UploadState = { step: 'waiting' };

/** The uploads of one form, two at a time: a third would only make all of them slower. */
export function createPhotoUploads(send: SendPhoto, atOnce = 2): PhotoUploads {
	const entries = new Map<string, Entry>();
	const watchers = new Set<() => void>();
	let shown: UploadStates = new Map();

	function publish() {
		shown = new Map([...entries].map(([key, { state }]) => [key, state]));
		for (const watcher of watchers) watcher();
	}

	function put(key: string, file: File, state: UploadState) {
		entries.get(key)?.stopper.abort();
		entries.set(key, { file, state, stopper: new AbortController() });
	}

	/** Starts as many as there is room for, and shows what stands. */
	function advance() {
		for (const entry of entries.values()) {
			const room = atOnce - [...entries.values()].filter(isUnderWay).length;
			if (room > 0 && entry.state.step === 'waiting') void run(entry);
		}
		publish();
	}

	async function run(entry: Entry): Promise<void> {
		const { signal } = entry.stopper;
		const become = (state: UploadState) => {
			if (signal.aborted) return;
			entry.state = state;
			advance();
		};
		entry.state = { step: 'sending', share: 0 };
		try {
			const photo = await send(entry.file, {
				signal,
				onProgress: (share) => become({ step: 'sending', share }),
				onWaiting: (isPaused) =>
					become(isPaused ? { step: 'paused' } : { step: 'sending', share: 0 }),
			});
			become({ step: 'ready', photo });
		} catch (error) {
			become({ step: 'failed', reason: error instanceof Error ? error : new Error(String(error)) });
		}
	}

	function follow(photos: readonly ListedPhoto[]) {
		const picked = newPhotos(photos);
		const left = [...entries].filter(([key, { file }]) => picked.get(key)?.file !== file);
		for (const [key, { stopper }] of left) {
			stopper.abort();
			entries.delete(key);
		}
		const added = [...picked].filter(([key]) => !entries.has(key));
		for (const [key, { file, sent }] of added) {
			put(key, file, sent ? { step: 'ready', photo: sent } : WAITING);
		}
		advance();
	}

	function change(from: (entry: Entry) => boolean, state: UploadState) {
		for (const [key, entry] of entries) if (from(entry)) put(key, entry.file, state);
		advance();
	}

	function watch(watcher: () => void): () => void {
		watchers.add(watcher);
		return () => watchers.delete(watcher);
	}

	async function finish(signal: AbortSignal): Promise<void> {
		change(({ state }) => state.step === 'failed' && !isPhotoFault(state.reason), WAITING);
		const stopAll = () => change(({ state }) => state.step !== 'ready', { step: 'failed' });
		signal.addEventListener('abort', stopAll);
		try {
			await allReady(watch, () => [...shown.values()]);
		} finally {
			signal.removeEventListener('abort', stopAll);
		}
	}

	return {
		watch,
		current: () => shown,
		...heldDuringSubmits(follow),
		stop: (key) => change((entry) => entry === entries.get(key), { step: 'failed' }),
		retry: (key) => change((entry) => entry === entries.get(key), WAITING),
		finish,
		sendAnew: () => change(({ state }) => state.step === 'ready', WAITING),
	};
}

/** A list that comes during a submit is followed once that has ended. */
function heldDuringSubmits(
	follow: PhotoUploads['follow'],
): Pick<PhotoUploads, 'follow' | 'during'> {
	let listed: readonly ListedPhoto[] = [];
	let isSubmitting = false;
	return {
		follow: (photos) => {
			listed = photos;
			if (!isSubmitting) follow(photos);
		},
		during: async (submit) => {
			isSubmitting = true;
			try {
				return await submit();
			} finally {
				isSubmitting = false;
				follow(listed);
			}
		},
	};
}

function newPhotos(photos: readonly ListedPhoto[]): ReadonlyMap<string, NewPhoto> {
	return new Map(photos.filter((photo) => photo.kind === 'new').map((photo) => [photo.key, photo]));
}

function isUnderWay({ state }: Entry): boolean {
	return state.step === 'sending' || state.step === 'paused';
}

/** @throws why the first of them failed; DOMException AbortError where it was stopped */
function allReady(watch: PhotoUploads['watch'], current: () => UploadState[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const unwatch = watch(look);
		look();

		function look() {
			const failed = current().find((state) => state.step === 'failed');
			if (!failed && current().some((state) => state.step !== 'ready')) return;
			unwatch();
			if (failed) reject(failed.reason ?? new DOMException('Stopped', 'AbortError'));
			else resolve();
		}
	});
}

/** The share of all photos that has left this device, 0 to 1. */
export function shareSent(states: UploadStates): number {
	if (states.size === 0) return 1;
	const shares = [...states.values()].map((state) => {
		if (state.step === 'sending') return state.share;
		return state.step === 'ready' ? 1 : 0;
	});
	return shares.reduce((sum, share) => sum + share, 0) / states.size;
}
