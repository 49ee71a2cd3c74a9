import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import type { Outbox } from '#web/features/chat/engine/outbox.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { type PickedPhoto, withUpload } from './picked-photo.ts';

export interface PickedPhotos {
	photos: readonly PickedPhoto[];
	/** Why the last pick added nothing. */
	error: string | undefined;
	/** Whether picked photos are being checked and made smaller. */
	isPreparing: boolean;
	/** Adds all files, or none if they break a rule. */
	add: (files: readonly File[]) => Promise<void>;
	remove: (key: string) => void;
	/** Keeps the server's copy of a photo, so that the photo is not uploaded again after a reload. */
	keepUpload: (key: string, uploaded: UploadedChatPhoto) => void;
	/** Props of the element that accepts photos by paste and by drop. */
	dropTarget: Pick<ComponentProps<'form'>, 'onPaste' | 'onDragOver' | 'onDrop'>;
	/** Removes and returns all photos, to be sent. */
	take: () => readonly PickedPhoto[];
}

/** The photos picked for the next message of a chat. Like the draft text, they survive a reload. */
export function usePickedPhotos(outbox: Outbox): PickedPhotos {
	const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
	const [error, setError] = useState<string>();
	const [isPreparing, setIsPreparing] = useState(false);
	/** Resolves when all files that were picked so far are prepared. */
	const preparing = useRef(Promise.resolve());
	// The current list, for asynchronous code that continues after a rerender.
	const latest = useRef(photos);

	function change(next: readonly PickedPhoto[]) {
		latest.current = next;
		setPhotos(next);
		setError(undefined);
		outbox.saveDraftPhotos(next);
	}

	useEffect(() => {
		let isUnmounted = false;
		void outbox.readDraftPhotos().then((stored) => {
			if (isUnmounted || latest.current.length > 0 || stored.length === 0) return;
			latest.current = stored;
			setPhotos(stored);
		});
		return () => {
			isUnmounted = true;
		};
	}, [outbox]);

	// Loads the scripts early, so that photos can be picked without a connection.
	useEffect(() => whenIdle(() => void loadPhotoScripts()), []);

	/** Files that are picked while others are being prepared are prepared after them. */
	async function add(files: readonly File[]) {
		if (files.length === 0) return;
		setIsPreparing(true);
		const prepared = preparing.current.then(() => prepare(files));
		preparing.current = prepared;
		await prepared;
		if (preparing.current === prepared) setIsPreparing(false);
	}

	async function prepare(files: readonly File[]) {
		try {
			const { pickPhotos } = await import('./pick-photos.ts');
			const picked = await pickPhotos(files, latest.current.length);
			if ('error' in picked) setError(picked.error);
			else change([...latest.current, ...picked.photos]);
		} catch {
			setError(CHAT_MESSAGES.photosNotAdded);
		}
	}

	function keepUpload(key: string, uploaded: UploadedChatPhoto) {
		latest.current = withUpload(latest.current, key, uploaded);
		setPhotos(latest.current);
		outbox.saveDraftUpload(key, uploaded);
	}

	function take() {
		const taken = latest.current;
		change([]);
		return taken;
	}

	const dropTarget: PickedPhotos['dropTarget'] = {
		onPaste: (event) => {
			const { files, types } = event.clipboardData;
			// If the clipboard also has text, the text is pasted.
			if (files.length === 0 || types.includes('text/plain')) return;
			event.preventDefault();
			void add([...files]);
		},
		onDragOver: (event) => event.preventDefault(),
		onDrop: (event) => {
			if (event.dataTransfer.files.length === 0) return;
			event.preventDefault();
			void add([...event.dataTransfer.files]);
		},
	};

	const remove = (key: string) => change(latest.current.filter((photo) => photo.key !== key));
	return { photos, error, isPreparing, add, remove, keepUpload, take, dropTarget };
}

/** A script that cannot be loaded now is loaded again with the first photo. */
async function loadPhotoScripts(): Promise<void> {
	await Promise.allSettled([
		import('./pick-photos.ts'),
		import('./photo-strip.tsx'),
		import('./upload-all.ts'),
		import('#web/lib/api/send-form.ts'),
	]);
}
