import type { Photo } from '#contract/photos/schemas.ts';
import type { RetryOptions } from '#web/lib/api/retry.ts';
import { isPhotoError } from './photo-error.ts';
import type { ListedPhoto, NewPhoto } from './photo-list.ts';

/** The upload state of one photo. */
export type UploadState =
	| { step: 'waiting' }
	/** `fraction` of the bytes has been sent, 0 to 1. */
	| { step: 'sending'; fraction: number }
	/** The connection is lost; the upload continues automatically. */
	| { step: 'paused' }
	| { step: 'ready'; photo: Photo }
	/** Without a reason, the upload was stopped: by the user, or because the submit was cancelled. */
	| { step: 'failed'; reason?: Error };

export type UploadStates = ReadonlyMap<string, UploadState>;

/** Uploads one photo and retries after connection losses. */
export type SendPhoto = (
	file: File,
	options: RetryOptions & { onProgress: (fraction: number) => void },
) => Promise<Photo>;

export interface PhotoUploads {
	watch: (watcher: () => void) => () => void;
	/** States by photo key; a new map after every change. */
	current: () => UploadStates;
	/**
	 * Starts uploads of photos that are new in the list, and stops those of photos that were removed. While a submit is
	 * running, waits until it has ended.
	 */
	sync: (photos: readonly ListedPhoto[]) => void;
	stop: (key: string) => void;
	retry: (key: string) => void;
	/**
	 * Waits until every photo is on the server. Failed or stopped uploads are retried first, unless the server rejects
	 * the photo itself.
	 * @throws the error of the first failed upload; DOMException AbortError when `signal` has stopped the uploads
	 */
	waitUntilReady: (signal: AbortSignal) => Promise<void>;
	/** Keeps the uploads running until the submit has ended, even if the user leaves the form. */
	duringSubmit: <T>(submit: () => Promise<T>) => Promise<T>;
	/** Uploads all ready photos again, because the server no longer has them. */
	resendAll: () => void;
}

interface UploadEntry {
	file: File;
	state: UploadState;
	controller: AbortController;
}

const WAITING: UploadState = { step: 'waiting' };
const STARTED: UploadState = { step: 'sending', fraction: 0 };

/** The uploads of one form, two at a time: a third would only make all of them slower. */
export function createPhotoUploads(send: SendPhoto, concurrency = 2): PhotoUploads {
	const entries = new Map<string, UploadEntry>();
	const watchers = new Set<() => void>();
	let snapshot: UploadStates = new Map();

	function publish() {
		snapshot = new Map([...entries].map(([key, { state }]) => [key, state]));
		for (const watcher of watchers) watcher();
	}

	function setEntry(key: string, file: File, state: UploadState) {
		entries.get(key)?.controller.abort();
		entries.set(key, { file, state, controller: new AbortController() });
	}

	/** Starts waiting uploads up to the concurrency limit and publishes the states. */
	function startNextUploads() {
		for (const entry of entries.values()) {
			const freeSlots = concurrency - [...entries.values()].filter(isInFlight).length;
			if (freeSlots > 0 && entry.state.step === 'waiting') void run(entry);
		}
		publish();
	}

	async function run(entry: UploadEntry): Promise<void> {
		const { signal } = entry.controller;
		const updateState = (state: UploadState) => {
			if (signal.aborted) return;
			entry.state = state;
			startNextUploads();
		};
		entry.state = STARTED;
		try {
			const photo = await send(entry.file, {
				signal,
				onProgress: (fraction) => updateState({ step: 'sending', fraction }),
				onWaiting: (isPaused) => updateState(isPaused ? { step: 'paused' } : STARTED),
			});
			updateState({ step: 'ready', photo });
		} catch (error) {
			const reason = error instanceof Error ? error : new Error(String(error));
			updateState({ step: 'failed', reason });
		}
	}

	function sync(photos: readonly ListedPhoto[]) {
		const picked = newPhotos(photos);
		const removed = [...entries].filter(([key, { file }]) => picked.get(key)?.file !== file);
		for (const [key, { controller }] of removed) {
			controller.abort();
			entries.delete(key);
		}
		const added = [...picked].filter(([key]) => !entries.has(key));
		for (const [key, { file, sent }] of added) {
			setEntry(key, file, sent ? { step: 'ready', photo: sent } : WAITING);
		}
		startNextUploads();
	}

	/** Sets the state of all matching uploads, and aborts those that are running. */
	function transition(matches: (entry: UploadEntry) => boolean, state: UploadState) {
		for (const [key, entry] of entries) if (matches(entry)) setEntry(key, entry.file, state);
		startNextUploads();
	}

	function watch(watcher: () => void): () => void {
		watchers.add(watcher);
		return () => watchers.delete(watcher);
	}

	async function waitUntilReady(signal: AbortSignal): Promise<void> {
		transition(({ state }) => state.step === 'failed' && !isPhotoError(state.reason), WAITING);
		const stopAll = () => transition(({ state }) => state.step !== 'ready', { step: 'failed' });
		signal.addEventListener('abort', stopAll);
		try {
			await waitUntilAllReady(watch, () => [...snapshot.values()]);
		} finally {
			signal.removeEventListener('abort', stopAll);
		}
	}

	return {
		watch,
		current: () => snapshot,
		...pausedDuringSubmits(sync),
		stop: (key) => transition((entry) => entry === entries.get(key), { step: 'failed' }),
		retry: (key) => transition((entry) => entry === entries.get(key), WAITING),
		waitUntilReady,
		resendAll: () => transition(({ state }) => state.step === 'ready', WAITING),
	};
}

/** Delays `sync` during a submit; the latest list is applied when the submit has ended. */
function pausedDuringSubmits(
	sync: PhotoUploads['sync'],
): Pick<PhotoUploads, 'sync' | 'duringSubmit'> {
	let latestPhotos: readonly ListedPhoto[] = [];
	let isSubmitting = false;
	return {
		sync: (photos) => {
			latestPhotos = photos;
			if (!isSubmitting) sync(photos);
		},
		duringSubmit: async (submit) => {
			isSubmitting = true;
			try {
				return await submit();
			} finally {
				isSubmitting = false;
				sync(latestPhotos);
			}
		},
	};
}

function newPhotos(photos: readonly ListedPhoto[]): ReadonlyMap<string, NewPhoto> {
	return new Map(photos.filter((photo) => photo.kind === 'new').map((photo) => [photo.key, photo]));
}

function isInFlight({ state }: UploadEntry): boolean {
	return state.step === 'sending' || state.step === 'paused';
}

/** @throws the error of the first failed upload; DOMException AbortError if that upload was stopped */
function waitUntilAllReady(
	watch: PhotoUploads['watch'],
	current: () => UploadState[],
): Promise<void> {
	return new Promise((resolve, reject) => {
		const unwatch = watch(check);
		check();

		function check() {
			const failed = current().find((state) => state.step === 'failed');
			if (!failed && current().some((state) => state.step !== 'ready')) return;
			unwatch();
			if (failed) reject(failed.reason ?? new DOMException('Stopped', 'AbortError'));
			else resolve();
		}
	});
}

/** The average progress of all uploads, 0 to 1; 1 if there are none. */
export function averageProgress(states: UploadStates): number {
	if (states.size === 0) return 1;
	const fractions = [...states.values()].map((state) => {
		if (state.step === 'sending') return state.fraction;
		return state.step === 'ready' ? 1 : 0;
	});
	return fractions.reduce((sum, fraction) => sum + fraction, 0) / states.size;
}
