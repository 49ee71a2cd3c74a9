import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type KeyboardEvent, useId } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { isPhotoError } from './photo-error.ts';
import type { ListedPhoto } from './photo-list.ts';
import { PhotoPreview } from './photo-preview.tsx';
import { PhotoProgress } from './photo-progress.tsx';
import type { UploadState } from './photo-uploads.ts';

/** The value of `data-action`, by which `changeKeepingFocus` finds a button. */
export type TileAction = 'left' | 'right' | 'turn' | 'remove';

interface PhotoTileProps {
	photo: ListedPhoto;
	/** Upload state of a new photo. */
	state: UploadState | undefined;
	/** Position in the list, from 1. */
	position: number;
	count: number;
	isRotating: boolean;
	isDragged: boolean;
	style: CSSProperties | undefined;
	/** Pointer handlers for the picture, by which a tile is dragged. */
	handlers: ComponentProps<'div'>;
	onMove: (step: -1 | 1, action: TileAction) => void;
	onRotate: () => void;
	onRemove: () => void;
	onStop: () => void;
	onRetry: () => void;
}

const ICON = 'size-5';
const STEPS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** One photo of the list, with buttons to move, rotate and remove it. */
export function PhotoTile({ photo, position, count, isDragged, onMove, ...props }: PhotoTileProps) {
	const error = photoErrorText(props.state);
	const errorId = useId();

	function handleKey(event: KeyboardEvent) {
		// Leaves shortcuts such as Alt+Left (back) to the browser.
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		const step = STEPS[event.key];
		const focused = (event.target as HTMLElement).dataset.action as TileAction | undefined;
		if (!step || !focused) return;
		event.preventDefault();
		onMove(step, focused);
	}

	return (
		<li
			data-photo={photo.key}
			onKeyDown={handleKey}
			style={props.style}
			className={`relative min-w-0 overflow-hidden rounded-card border bg-surface ${isDragged ? 'border-link shadow-float' : `${error ? 'border-bad' : 'border-line'} ${props.style ? 'motion-safe:transition-[translate] motion-safe:duration-150' : ''}`}`}
		>
			<div
				{...props.handlers}
				className={`relative aspect-4/3 overflow-hidden bg-sunken select-none [-webkit-touch-callout:none] ${count > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
			>
				<TilePicture photo={photo} state={props.state} position={position} />
				{position === 1 && <Tag className="absolute top-2 left-2">Cover</Tag>}
				<IconButton
					data-action={'remove' satisfies TileAction}
					label={`Remove photo ${position}`}
					variant="floating"
					icon={<X aria-hidden="true" className={ICON} />}
					onClick={props.onRemove}
					aria-describedby={error && errorId}
					className="absolute top-0.5 right-0.5"
				/>
				{props.state && props.state.step !== 'ready' && (
					<PhotoProgress
						state={props.state}
						position={position}
						onStop={props.onStop}
						onRetry={error ? undefined : props.onRetry}
					/>
				)}
			</div>
			<div className="flex items-center justify-between">
				<IconButton
					data-action={'left' satisfies TileAction}
					label={`Move photo ${position} left`}
					icon={<ArrowLeft aria-hidden="true" className={ICON} />}
					disabled={position === 1}
					onClick={() => onMove(-1, 'left')}
				/>
				<IconButton
					data-action={'turn' satisfies TileAction}
					label={`Turn photo ${position}`}
					icon={props.isRotating ? <Spinner /> : <RotateCw aria-hidden="true" className={ICON} />}
					aria-disabled={props.isRotating || undefined}
					onClick={props.onRotate}
				/>
				<IconButton
					data-action={'right' satisfies TileAction}
					label={`Move photo ${position} right`}
					icon={<ArrowRight aria-hidden="true" className={ICON} />}
					disabled={position === count}
					onClick={() => onMove(1, 'right')}
				/>
			</div>
			<TileError id={errorId}>{error}</TileError>
		</li>
	);
}

/** The form finds this element by `data-fault` and moves the focus to its tile. */
function TileError({ id, children }: { id: string; children: string | undefined }) {
	if (children === undefined) return null;
	return (
		<div data-fault className="px-2.5 pb-2.5">
			<FormAlert id={id}>{children}</FormAlert>
		</div>
	);
}

/** Why the server rejects this photo. */
function photoErrorText(state: UploadState | undefined): string | undefined {
	if (state?.step !== 'failed' || !isPhotoError(state.reason)) return undefined;
	return state.reason.message || ITEM_MESSAGES.failed;
}

function TilePicture({
	photo,
	state,
	position,
}: Pick<PhotoTileProps, 'photo' | 'state' | 'position'>) {
	if (photo.kind === 'existing') {
		return <Picture photo={photo.photo} alt={`Photo ${position}`} sizes="20rem" />;
	}
	return <PhotoPreview photo={photo} stored={state?.step === 'ready' ? state.photo : undefined} />;
}
