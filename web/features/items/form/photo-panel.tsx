import { useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { changeKeepingFocus } from './photo-focus.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoTile } from './photo-tile.tsx';
import type { PhotoUploads, UploadStates } from './photo-uploads.ts';
import { UploadErrors } from './upload-errors.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { usePastedPhotos } from './use-pasted-photos.ts';
import { usePhotoActions } from './use-photo-actions.ts';
import type { PhotoListControl } from './use-photo-list.ts';
import { useScrollToAdded } from './use-scroll-to-added.ts';

interface PhotoPanelProps {
	heading: string;
	list: PhotoListControl;
	uploads: PhotoUploads;
	states: UploadStates;
	/**
	 * The form is being sent: adding and dragging do nothing. The form disables the buttons, by a fieldset around the
	 * panel.
	 */
	isLocked: boolean;
}

/** The photo section of the item form: add, view, reorder, rotate and remove photos. */
export function PhotoPanel({ heading, list, uploads, states, isLocked }: PhotoPanelProps) {
	const panel = useRef<HTMLElement>(null);
	const tiles = useRef<HTMLOListElement>(null);
	const id = useId();
	const { announcement, ...actions } = usePhotoActions(panel, list, states);
	const dragOrder = useDragOrder(tiles, actions.reorder);
	const add = (files: readonly File[]) => (isLocked ? undefined : actions.add(files));
	usePastedPhotos(add);
	const { photos } = list;
	useScrollToAdded(tiles, photos.length);
	const canDrag = photos.length > 1 && !isLocked;
	const [isClearing, setIsClearing] = useState(false);

	function clear() {
		setIsClearing(false);
		actions.clear();
	}

	return (
		<section ref={panel} aria-labelledby={`${id}-heading`} className="grid content-start gap-4">
			<div className="flex min-h-11 items-center justify-between gap-3">
				<h2 id={`${id}-heading`} className="text-xl">
					{heading}
				</h2>
				{photos.length > 0 && (
					<Button
						variant="quiet"
						size="small"
						onClick={() => setIsClearing(true)}
						className="-mr-4 text-link"
					>
						Clear all
					</Button>
				)}
			</div>
			<ol
				ref={tiles}
				className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3 empty:hidden tablet:grid-cols-4 wide:grid-cols-2"
			>
				{photos.map((photo, index) => (
					<PhotoTile
						key={photo.key}
						photo={photo}
						state={states.get(photo.key)}
						position={index + 1}
						count={photos.length}
						isRotating={list.rotatingKey === photo.key}
						isDragged={dragOrder.draggedIndex === index}
						style={dragOrder.tileStyle(index)}
						handlers={canDrag ? dragOrder.tileHandlers(index) : {}}
						onMove={(step, action) => actions.move(photo, index + 1, step, action)}
						onRotate={() => void actions.rotate(photo, index + 1)}
						onRemove={() => actions.remove(photo, index + 1)}
						onStop={() => uploads.stop(photo.key)}
						// The button to retry disappears: the focus goes to the one that turns the photo.
						onRetry={() =>
							changeKeepingFocus(panel.current, () => uploads.retry(photo.key), photo.key, 'turn')
						}
					/>
				))}
			</ol>
			{photos.length > 1 && (
				<p className="text-xs text-ink-soft">
					The first photo is the one in lists. Drag photos into order (on a phone, hold one first),
					or use the arrows.
				</p>
			)}
			<PhotoPicker
				isResizing={list.isResizing}
				alertId={list.error === undefined ? undefined : `${id}-alert`}
				onPick={add}
			/>
			{list.error !== undefined && <FormAlert id={`${id}-alert`}>{list.error}</FormAlert>}
			<UploadErrors states={states} />
			<ConfirmDialog
				open={isClearing}
				title="Remove all photos?"
				question="Photos that you took here may be nowhere else."
				confirmLabel="Remove all"
				cancelLabel="Keep them"
				onConfirm={clear}
				onCancel={() => setIsClearing(false)}
			/>
			<p role="status" className="sr-only">
				{list.isResizing ? 'Making it smaller…' : announcement}
			</p>
		</section>
	);
}
