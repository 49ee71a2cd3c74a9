import { type KeyboardEvent, useEffect, useMemo } from 'react';
import type { RowPhoto } from '#web/features/chat/conversation/rows.ts';
import { PhotoDialog } from '#web/features/photos/photo-dialog.tsx';

interface PhotoViewerProps {
	photos: readonly RowPhoto[];
	/** Of the shown photo; undefined while the viewer is closed. */
	index: number | undefined;
	/** Name of a photo, by its index. */
	label: (index: number) => string;
	onChange: (index: number | undefined) => void;
}

/** The photos of a message in full screen. */
export function PhotoViewer({ photos, index, label, onChange }: PhotoViewerProps) {
	const { length: count } = photos;
	const photo = photos[index ?? 0];
	const localUrl = useObjectUrl(index === undefined ? undefined : localFileOf(photo));
	const url = localUrl ?? photo?.url;

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
		<div onKeyDown={handleKey}>
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

/** Picture types that every browser can draw. */
const DRAWN_TYPES = /^image\/(jpeg|png|webp)$/;

/** One's own file, which needs no network; undefined where the server's copy is needed to draw it. */
function localFileOf(photo: RowPhoto | undefined): File | undefined {
	const { file, url } = photo ?? {};
	return file && (url === undefined || DRAWN_TYPES.test(file.type)) ? file : undefined;
}

/** The address of a file, as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
	const url = useMemo(() => file && URL.createObjectURL(file), [file]);
	useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
	return url;
}
