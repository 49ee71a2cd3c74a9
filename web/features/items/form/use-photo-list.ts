import { useRef, useState } from 'react';
import type { Photo } from '#contract/photos/schema.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { shrinkPhoto } from '#web/features/photos/resize.ts';
import { fitAll } from '#web/features/photos/resize-plan.ts';
import {
	addPhotos,
	brokenListRule,
	brokenPickRule,
	type ListedPhoto,
	movePhoto,
	type PhotoForm,
	placePhoto,
	removePhoto,
	WIRE_MAX_BYTES,
} from './photo-list.ts';
import { turnPhoto } from './rotate-photo.ts';

export interface PhotoListControl {
	photos: readonly ListedPhoto[];
	/** The rule that the last pick or submit broke. */
	broken: string | undefined;
	/** Picked photos are being made smaller. */
	isFitting: boolean;
	/** The photo that is being turned. */
	turning: string | undefined;
	/** Adds all of the files or, when they break a rule, none. */
	add: (files: readonly File[]) => Promise<void>;
	remove: (key: string) => void;
	move: (key: string, step: -1 | 1) => void;
	/** Puts the photo at one place, from 0, at another. */
	place: (from: number, to: number) => void;
	/** @returns whether it could be turned; `stored` is the server's picture of it */
	turn: (key: string, stored: Photo | undefined) => Promise<boolean>;
	clear: () => void;
	/** Whether the list may be sent as it is; if not, `broken` says why. */
	check: () => boolean;
}

/** The ordered photos of one form. */
export function usePhotoList(form: PhotoForm, initial: readonly ListedPhoto[]): PhotoListControl {
	const [photos, setPhotos] = useState(initial);
	const [broken, setBroken] = useState<string>();
	const [isFitting, setIsFitting] = useState(false);
	const [turning, setTurning] = useState<string>();
	// What stands now, for work on photos that took a while.
	const latest = useRef(photos);
	const maxBytes = WIRE_MAX_BYTES[form];

	function change(next: readonly ListedPhoto[]) {
		latest.current = next;
		setPhotos(next);
		setBroken(undefined);
	}

	async function add(files: readonly File[]) {
		setIsFitting(files.some((file) => file.size > maxBytes));
		try {
			const fitting = await fitAll(files, maxBytes, shrinkPhoto);
			const rule = brokenPickRule(form, latest.current, fitting);
			if (rule === undefined) change([...latest.current, ...addPhotos(fitting)]);
			else setBroken(rule);
		} catch {
			setBroken(UPLOAD_MESSAGES.notFitted);
		} finally {
			setIsFitting(false);
		}
	}

	async function turn(key: string, stored: Photo | undefined): Promise<boolean> {
		const photo = latest.current.find((listed) => listed.key === key);
		if (!photo || turning !== undefined) return false;
		setTurning(key);
		const turned = await turnPhoto(photo, stored, maxBytes).catch(() => undefined);
		setTurning(undefined);
		if (turned) change(latest.current.map((listed) => (listed === photo ? turned : listed)));
		else setBroken(UPLOAD_MESSAGES.notTurned);
		return turned !== undefined;
	}

	function check(): boolean {
		const rule = brokenListRule(form, latest.current);
		setBroken(rule);
		return rule === undefined;
	}

	return {
		photos,
		broken,
		isFitting,
		turning,
		add,
		remove: (key) => change(removePhoto(latest.current, key)),
		move: (key, step) => change(movePhoto(latest.current, key, step)),
		place: (from, to) => change(placePhoto(latest.current, from, to)),
		turn,
		clear: () => change([]),
		check,
	};
}
