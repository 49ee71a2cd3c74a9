import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import type { RowPhoto } from '#web/features/chat/conversation/rows.ts';
import { PhotoDialog } from '#web/features/photos/photo-dialog.tsx';

interface PhotoViewerProps {
	photos: readonly RowPhoto[];
	/** Index of the shown photo; undefined while the viewer is closed. */
	index: number | undefined;
	/** Name of a photo, by its index. */
	label: (index: number) => string;
	onChange: (index: number | undefined) => void;
}

/** The photos of a message in full screen. */
export function PhotoViewer({ photos, index, label, onChange }: PhotoViewerProps) {
	const { length: count } = photos;
	const photo = photos[index ?? 0];
	// A local file needs no network. The server's copy is used if this browser cannot draw the file.
	const [undrawable, setUndrawable] = useState<File>();
	const file = index === undefined || photo?.file === undrawable ? undefined : photo?.file;
	const fileUrl = useObjectUrl(file);
	const url = file ? fileUrl : photo?.url;

	function step(by: 1 | -1) {
		if (index !== undefined) onChange((index + by + count) % count);
	}

	function handleKey(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey || count < 2) return;
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
		event.preventDefault();
		step(event.key === 'ArrowRight' ? 1 : -1);
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is in the dialog
		<div
			onKeyDown={handleKey}
			onErrorCapture={() => {
				if (photo?.url !== undefined) setUndrawable(photo.file);
			}}
		>
			<PhotoDialog
				open={index !== undefined}
				onClose={() => onChange(undefined)}
				photo={
					photo && url !== undefined ? { url, width: photo.width, height: photo.height } : undefined
				}
				label={label(index ?? 0)}
				alt={label(index ?? 0)}
				position={`${(index ?? 0) + 1} / ${count}`}
				onStep={count > 1 ? step : undefined}
			/>
		</div>
	);
}

/**
 * An object URL for the file, created before the browser paints. Revoked when the file changes or the viewer is
 * unmounted.
 */
function useObjectUrl(file: File | undefined): string | undefined {
	const [url, setUrl] = useState<string>();
	useLayoutEffect(() => {
		if (!file) return;
		const created = URL.createObjectURL(file);
		setUrl(created);
		return () => {
			URL.revokeObjectURL(created);
			setUrl(undefined);
		};
	}, [file]);
	return url;
}
