import { RotateCw, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { UploadedChatPhoto } from '#contract/chat/photos.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PROGRESS_CLASS } from '#web/ui/progress-class.ts';
import { toast } from '#web/ui/toast.ts';
import { discardUploads, type PhotoUpload } from './known-uploads.ts';
import { LocalThumbnail } from './local-thumbnail.tsx';
import { uploadOf } from './photo-uploads.ts';
import type { PickedPhoto } from './picked-photo.ts';

interface PhotoStripProps {
	photos: readonly PickedPhoto[];
	/** Called also when the upload ends after the strip was removed. */
	onUploaded: (key: string, uploaded: UploadedChatPhoto) => void;
	onRemove: (key: string) => void;
	/** Called when the last photo is removed, to move the focus. */
	onEmptied: () => void;
}

/** The photos of the next message. They upload while the user writes the text. */
export function PhotoStrip({ photos, onUploaded, onRemove, onEmptied }: PhotoStripProps) {
	const list = useRef<HTMLUListElement>(null);
	const removedIndex = useRef<number>(undefined);
	const count = photos.length;

	useEffect(() => {
		const index = removedIndex.current;
		removedIndex.current = undefined;
		if (index === undefined) return;
		const tile = list.current?.children[Math.min(index, count - 1)];
		tile?.querySelector('button')?.focus();
	}, [count]);

	function remove(key: string, index: number) {
		removedIndex.current = index;
		if (count === 1) onEmptied();
		onRemove(key);
	}

	return (
		<ul
			ref={list}
			aria-label={CHAT_MESSAGES.photosToSend}
			className="flex gap-2 overflow-x-auto pb-1"
		>
			{photos.map((photo, index) => (
				<StripPhoto
					key={photo.key}
					photo={photo}
					position={index + 1}
					onUploaded={(uploaded) => onUploaded(photo.key, uploaded)}
					onRemove={() => remove(photo.key, index)}
				/>
			))}
		</ul>
	);
}

interface StripPhotoProps {
	photo: PickedPhoto;
	/** Position of the photo, from 1. */
	position: number;
	onUploaded: (uploaded: UploadedChatPhoto) => void;
	onRemove: () => void;
}

function StripPhoto({ photo, position, onUploaded, onRemove }: StripPhotoProps) {
	const removeButton = useRef<HTMLButtonElement>(null);
	const [upload, setUpload] = useState<PhotoUpload>();
	const handleUploaded = useEffectEvent(onUploaded);
	useEffect(() => {
		if (!photo.uploaded) setUpload(uploadOf(photo));
	}, [photo]);
	useEffect(() => {
		// `UploadStatus` shows the failure.
		upload?.uploaded.then(handleUploaded, () => undefined);
	}, [upload]);

	function remove() {
		discardUploads([photo]);
		onRemove();
	}

	function retry() {
		setUpload(uploadOf(photo));
		// The progress bar replaces the pressed button, so the focus moves.
		removeButton.current?.focus();
	}

	return (
		<li className="relative size-24 shrink-0 overflow-hidden rounded-card border border-line bg-sunken">
			<LocalThumbnail file={photo.file} alt={`Photo ${position}`} />
			<IconButton
				ref={removeButton}
				label={`Remove photo ${position}`}
				variant="floating"
				icon={<X aria-hidden="true" className="size-5" />}
				onClick={remove}
				className="absolute top-0 right-0"
			/>
			{upload && <UploadStatus upload={upload} position={position} onRetry={retry} />}
		</li>
	);
}

interface UploadStatusProps {
	upload: PhotoUpload;
	position: number;
	onRetry: () => void;
}

/** The upload progress of a photo, over its picture; nothing when the upload is complete. */
function UploadStatus({ upload, position, onRetry }: UploadStatusProps) {
	const state = useSyncExternalStore(upload.watch, upload.current);
	const reason = state.step === 'failed' ? state.reason : undefined;
	useEffect(() => {
		// The picture has no space for the message.
		if (reason instanceof ApiError) toast(formErrorMessage(reason), { tone: 'bad' });
	}, [reason]);
	if (state.step === 'ready') return null;
	if (state.step === 'failed') {
		return (
			<IconButton
				label={`Retry photo ${position}`}
				variant="floating"
				icon={<RotateCw aria-hidden="true" className="size-5 text-bad" />}
				onClick={onRetry}
				className="absolute bottom-0 left-0"
			/>
		);
	}
	return (
		<progress
			aria-label={`Photo ${position}`}
			max={1}
			value={state.step === 'sending' ? state.fraction : 0}
			className={`absolute inset-x-1.5 bottom-1.5 h-1.5 w-[calc(100%-0.75rem)] ${PROGRESS_CLASS}`}
		/>
	);
}
