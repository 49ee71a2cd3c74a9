import { useRef, useState } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { resizePhoto } from '#web/features/photos/resize.ts';
import { resizeAll } from '#web/features/photos/resize-plan.ts';
import {
	countError,
	type ItemFormKind,
	type ListedPhoto,
	listError,
	MAX_UPLOAD_BYTES,
	movePhotoTo,
	pickError,
	removePhoto,
	swapWithNeighbour,
	toNewPhotos,
} from './photo-list.ts';
import { rotatePhoto } from './rotate-photo.ts';

export interface PhotoListControl {
	photos: readonly ListedPhoto[];
	/** Why the last pick, rotation or submit failed. */
	error: string | undefined;
	/** Picked photos are being resized. */
	isResizing: boolean;
	/** The key of the photo that is being rotated. */
	rotatingKey: string | undefined;
	/** Adds all files, or none if they break a rule. */
	add: (files: readonly File[]) => Promise<void>;
	remove: (key: string) => void;
	move: (key: string, step: -1 | 1) => void;
	/** Moves a photo from one index to another. */
	reorder: (from: number, to: number) => void;
	/** @returns whether the photo could be rotated; `stored` is the server's copy of the photo */
	rotate: (key: string, stored: Photo | undefined) => Promise<boolean>;
	clear: () => void;
	/** Whether the list can be sent as it is; if not, sets `error`. */
	check: () => boolean;
}

/** The ordered photos of one form. */
export function usePhotoList(
	form: ItemFormKind,
	initial: readonly ListedPhoto[],
): PhotoListControl {
	const [photos, setPhotos] = useState(initial);
	const [error, setError] = useState<string>();
	const [isResizing, setIsResizing] = useState(false);
	const [rotatingKey, setRotatingKey] = useState<string>();
	// The current list, for asynchronous work that ends after a rerender.
	const latest = useRef(photos);
	const adding = useRef(Promise.resolve());
	const maxBytes = MAX_UPLOAD_BYTES[form];

	function changeAndClearError(changedPhotos: readonly ListedPhoto[]) {
		setError(undefined);
		changeList(changedPhotos);
	}

	function changeList(changedPhotos: readonly ListedPhoto[]) {
		latest.current = changedPhotos;
		setPhotos(changedPhotos);
	}

	/** Adds files. If earlier files are still being resized, the new files wait until the earlier files are added. */
	function add(files: readonly File[]): Promise<void> {
		// An error about the earlier files must stay visible while the new files wait.
		if (!isResizing) setError(undefined);
		adding.current = adding.current.then(() => addNow(files));
		return adding.current;
	}

	async function addNow(files: readonly File[]) {
		// Checked first, to save the work of resizing.
		const countMessage = countError(form, latest.current, files);
		if (countMessage !== undefined) return setError(countMessage);
		setIsResizing(files.some((file) => file.size > maxBytes));
		try {
			const resized = await resizeAll(files, maxBytes, resizePhoto);
			const message = pickError(form, latest.current, resized);
			if (message === undefined) changeList([...latest.current, ...toNewPhotos(resized)]);
			else setError(message);
		} catch {
			setError(UPLOAD_MESSAGES.notResized);
		} finally {
			setIsResizing(false);
		}
	}

	async function rotate(key: string, stored: Photo | undefined): Promise<boolean> {
		const photo = latest.current.find((listed) => listed.key === key);
		if (!photo || rotatingKey !== undefined) return false;
		setRotatingKey(key);
		const rotated = await rotatePhoto(photo, stored, maxBytes).catch(() => undefined);
		setRotatingKey(undefined);
		if (rotated)
			changeAndClearError(latest.current.map((listed) => (listed === photo ? rotated : listed)));
		else setError(UPLOAD_MESSAGES.notRotated);
		return rotated !== undefined;
	}

	function check(): boolean {
		const message = listError(form, latest.current);
		setError(message);
		return message === undefined;
	}

	return {
		photos,
		error,
		isResizing,
		rotatingKey,
		add,
		remove: (key) => changeAndClearError(removePhoto(latest.current, key)),
		move: (key, step) => changeAndClearError(swapWithNeighbour(latest.current, key, step)),
		reorder: (from, to) => changeAndClearError(movePhotoTo(latest.current, from, to)),
		rotate,
		clear: () => changeAndClearError([]),
		check,
	};
}
