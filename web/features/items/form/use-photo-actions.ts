import { type RefObject, useState } from 'react';
import { changeKeepingFocus } from './photo-focus.ts';
import type { ListedPhoto } from './photo-list.ts';
import type { TileAction } from './photo-tile.tsx';
import type { UploadStates } from './photo-uploads.ts';
import type { PhotoListControl } from './use-photo-list.ts';

/** What a person does with photos: the focus stays where they work, and `told` is said to those who cannot see it. */
export function usePhotoActions(
	panel: RefObject<HTMLElement | null>,
	list: PhotoListControl,
	states: UploadStates,
) {
	const [told, setTold] = useState('');
	const { photos } = list;

	function add(files: readonly File[]) {
		if (list.isFitting) return;
		setTold('');
		list.add(files).catch(() => undefined);
	}

	/** Places count from 1. */
	function tellPlace(from: number, to: number) {
		const cover = to === 1 ? ' It is the cover.' : '';
		setTold(`Photo ${from} is now photo ${to} of ${photos.length}.${cover}`);
	}

	function place(from: number, to: number) {
		list.place(from, to);
		tellPlace(from + 1, to + 1);
	}

	function move(photo: ListedPhoto, at: number, step: -1 | 1, action: TileAction) {
		if (!photos[at - 1 + step]) return;
		changeKeepingFocus(panel.current, () => list.move(photo.key, step), photo.key, action);
		tellPlace(at, at + step);
	}

	async function turn(photo: ListedPhoto, at: number) {
		const state = states.get(photo.key);
		const isTurned = await list.turn(photo.key, state?.step === 'ready' ? state.photo : undefined);
		setTold(isTurned ? `Photo ${at} is turned to the right.` : '');
	}

	function remove(photo: ListedPhoto, at: number) {
		const next = photos[at] ?? photos[at - 2];
		changeKeepingFocus(panel.current, () => list.remove(photo.key), next?.key, 'remove');
		setTold(`Photo ${at} is removed.`);
	}

	function clear() {
		changeKeepingFocus(panel.current, list.clear, undefined, 'remove');
		setTold('All photos are removed.');
	}

	return { told, add, place, move, turn, remove, clear };
}
