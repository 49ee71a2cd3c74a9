import { type RefObject, useState } from 'react';
import { changeKeepingFocus } from './photo-focus.ts';
import type { ListedPhoto } from './photo-list.ts';
import type { TileAction } from './photo-tile.tsx';
import type { UploadStates } from './photo-uploads.ts';
import type { PhotoListControl } from './use-photo-list.ts';

/**
 * The user's actions on the photo list. `move`, `remove` and `clear` keep the focus near the pressed button; `reorder`
 * is for dragging. `announcement` is the result for screen readers. Positions count from 1, indexes from 0.
 */
export function usePhotoActions(
	panel: RefObject<HTMLElement | null>,
	list: PhotoListControl,
	states: UploadStates,
) {
	const [announcement, setAnnouncement] = useState('');
	const { photos } = list;

	function add(files: readonly File[]) {
		setAnnouncement('');
		list.add(files).catch(() => undefined);
	}

	function announcePosition(from: number, to: number) {
		const cover = to === 1 ? ' It is the cover.' : '';
		setAnnouncement(`Photo ${from} is now photo ${to} of ${photos.length}.${cover}`);
	}

	function reorder(fromIndex: number, toIndex: number) {
		list.reorder(fromIndex, toIndex);
		announcePosition(fromIndex + 1, toIndex + 1);
	}

	function move(photo: ListedPhoto, position: number, step: -1 | 1, action: TileAction) {
		if (!photos[position - 1 + step]) return;
		changeKeepingFocus(panel.current, () => list.move(photo.key, step), photo.key, action);
		announcePosition(position, position + step);
	}

	async function rotate(photo: ListedPhoto, position: number) {
		const state = states.get(photo.key);
		const isRotated = await list.rotate(
			photo.key,
			state?.step === 'ready' ? state.photo : undefined,
		);
		setAnnouncement(isRotated ? `Photo ${position} is turned to the right.` : '');
	}

	function remove(photo: ListedPhoto, position: number) {
		const neighbour = photos[position] ?? photos[position - 2];
		changeKeepingFocus(panel.current, () => list.remove(photo.key), neighbour?.key, 'remove');
		setAnnouncement(`Photo ${position} is removed.`);
	}

	function clear() {
		changeKeepingFocus(panel.current, list.clear, undefined, 'remove');
		setAnnouncement('All photos are removed.');
	}

	return { announcement, add, reorder, move, rotate, remove, clear };
}
